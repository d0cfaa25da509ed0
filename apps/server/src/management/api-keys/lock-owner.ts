import { fail, type UserId } from '@bunting/contract'
import type { Tables } from '../../store/store.ts'

/** Whoever removes a person finds their keys: none may come to be while they are being removed. */
export const lockOwner = async (tx: Tables, ownerId: UserId | null): Promise<void> => {
  if (ownerId === null) return
  const { removedAt } = await tx.users.lock(ownerId)
  if (removedAt !== null) fail('FORBIDDEN', 'The person whose key this would be is no longer a member.')
}
