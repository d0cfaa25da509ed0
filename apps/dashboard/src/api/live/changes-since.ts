import type { AuditLogEntry, EnvironmentId, ProjectChange } from '@bunting/contract'
import { api } from '../core/client.ts'

/** Extra time to look back: the date header has whole seconds, and an entry's time is a little before its commit. */
const slackMs = 3_000
const maxEntries = 20

/** The changes of a project since a time of the service's clock, from its audit log. */
export const listChangesSince = async (
  projectId: string,
  ms: number,
): Promise<readonly (ProjectChange | 'reset')[]> => {
  const from = new Date(ms - slackMs).toISOString()
  try {
    const { items, hasMore } = await api.listAuditLog({ params: { projectId }, query: { from, limit: maxEntries } })
    return hasMore ? ['reset'] : items.map(changeOf)
  } catch {
    return ['reset']
  }
}

/** The event that the stream would have sent for the entry. */
const changeOf = ({ action, resourceType, resourceId, meta }: AuditLogEntry): ProjectChange | 'reset' => {
  // The only entry that does not name its flag, and the proposal's id does not tell it here.
  if (action === 'flag.proposal.rejected') return 'reset'
  const { environmentId, flagKey, segmentKey, key } = meta as Record<string, string | undefined>
  const named = resourceType === 'flag' ? key : flagKey
  return {
    ...{ action, resourceType, resourceId },
    ...(environmentId !== undefined && { environmentId: environmentId as EnvironmentId }),
    ...(named !== undefined && { flagKey: named }),
    ...(segmentKey !== undefined && { segmentKey }),
  }
}
