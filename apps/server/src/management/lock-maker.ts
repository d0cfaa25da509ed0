import { fail } from '@bunting/contract'
import { type Actor, personOf } from '../http/auth/actor.ts'
import { lackOfRight, type Right } from '../rules/access/makers.ts'
import type { Tables } from '../store/store.ts'
import { lockOwner } from './api-keys/lock-owner.ts'

/**
 * Locks the creator of something that will act without them, so that it is not created while that person or key is
 * being removed, demoted or revoked.
 */
export const lockMaker = async (tx: Tables, actor: Actor, right: Right): Promise<void> => {
  await lockOwner(tx, personOf(actor))
  if (actor.type === 'api_key') {
    const { revokedAt } = await tx.apiKeys.lock(actor.id)
    if (revokedAt !== null) fail('INVALID_API_KEY', 'The API key was revoked.')
  }
  const maker = (await tx.makers.find(actor.orgId, [actor.id])).get(actor.id)
  const nowMs = Math.floor((await tx.clock.nowUs()) / 1_000)
  if (lackOfRight(maker, right, nowMs) !== undefined) fail('FORBIDDEN', `This needs the right to ${right.needed}.`)
}
