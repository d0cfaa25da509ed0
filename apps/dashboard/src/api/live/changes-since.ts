import type { AuditLogEntry, EnvironmentId, ProjectChange } from '@bunting/contract'
import { api } from '../core/client.ts'

/** The service's clock is told in whole seconds, and an entry is a little older than its commit. */
const slackMs = 3_000
const maxEntries = 20

/** What changed in a project since an instant of the service's clock, as far as its audit log says. */
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

/** What a stream would have told of it. */
const changeOf = ({ action, resourceType, resourceId, meta }: AuditLogEntry): ProjectChange | 'reset' => {
  // The one entry that does not say which flag it is about, and nobody here knows it by the proposal.
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
