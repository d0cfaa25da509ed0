import type { AuditLogEntry, Client } from '@bunting/contract'
import type { Site } from '../project-file/apply.ts'
import type { Noun } from '../project-file/plan-parts.ts'
import type { Step } from '../project-file/step.ts'
import { isApplied } from './applied-comment.ts'
import type { Found } from './drift.ts'

export type EntryStep = Extract<Step, { do: 'update flag' | 'update segment' }>

/** The fields that have another name in the audit log. */
const logged: Record<string, string> = { owner: 'ownerId', archived: 'archivedAt' }

/**
 * Finds the drift of fields such as names and tags, by the audit log. Changes of flags have apply's comment. Segments have no
 * comments, so only changes that people made on the dashboard are known to come from elsewhere.
 */
export const entryDrift = async (
  api: Client,
  { projectId }: Site,
  noun: Noun,
  step: EntryStep,
  managedBy: string,
): Promise<Found | undefined> => {
  const { id } =
    noun === 'flag'
      ? await api.getFlag({ params: { projectId, flagKey: step.key } })
      : await api.getSegment({ params: { projectId, segmentKey: step.key } })
  const query = { resourceId: id, action: `${noun}.updated` }
  const { items } = await api.listAuditLog({ params: { projectId }, query })
  const isOwn = ({ actorType, meta }: AuditLogEntry) =>
    noun === 'flag' ? isApplied(String(meta.comment), managedBy) : actorType !== 'user'
  const own = items.findIndex(isOwn)
  const since = own < 0 ? items : items.slice(0, own)
  const touched = new Set(since.flatMap(({ meta }) => Object.keys(meta)))
  const changes = step.changes
    .filter(({ path }) => touched.has(logged[path] ?? path))
    .map(({ path, before, after }) => ({ path, before: after, after: before }))
  const [latest] = since
  return latest === undefined || changes.length === 0
    ? undefined
    : { noun, key: step.key, changes, actor: latest.actorId }
}
