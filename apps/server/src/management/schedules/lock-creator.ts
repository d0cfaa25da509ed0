import { fail } from '@bunting/contract'
import { type Actor, personOf } from '../../http/actor.ts'
import type { Tables } from '../../store/store.ts'
import { lockOwner } from '../api-keys/lock-owner.ts'

/** Whoever removes a person, or revokes a key, finds their schedules: none may come to be meanwhile. */
export const lockCreator = async (tx: Tables, actor: Actor): Promise<void> => {
  await lockOwner(tx, personOf(actor))
  if (actor.type !== 'api_key') return
  const { revokedAt } = await tx.apiKeys.lock(actor.id)
  if (revokedAt !== null) fail('INVALID_API_KEY', 'The API key was revoked.')
}
