import type { ApiKeyId, UserId } from '@bunting/contract'
import type { Actor } from '../../http/actor.ts'
import type { AuditDraft } from '../../rules/audit.ts'
import type { Tables } from '../../store/store.ts'
import { cancelSchedules } from './cancel-schedules.ts'

type Creators = { person?: UserId; keys: readonly ApiKeyId[] }

/** What goes on in somebody's name ends with them. They are locked: none comes to be meanwhile. */
export const cancelSchedulesOf = async (
  actor: Actor,
  tx: Tables,
  { person, keys }: Creators,
): Promise<AuditDraft[]> => {
  const creators = person === undefined ? keys : [person, ...keys]
  const schedules = await tx.schedules.listLiveOf(actor.orgId, creators)
  const { audit } = await cancelSchedules(actor, tx, schedules, ({ createdBy }) =>
    createdBy === person ? 'The person who made it was removed.' : 'The key that made it was revoked.',
  )
  return audit
}
