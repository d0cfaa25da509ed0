import { fail, type UserId } from '@bunting/contract'
import type { Tables } from '../../store/store.ts'
import type { User } from '../../store/tables/users.ts'

/** Locks a key's owner, so that no key is created while the owner is being removed. */
export const lockOwner = async (tx: Tables, ownerId: UserId | null): Promise<void> => {
  if (ownerId !== null) requireMember(await tx.users.lock(ownerId))
}

export const requireMember = ({ removedAt }: Pick<User, 'removedAt'>): void => {
  if (removedAt !== null) fail('FORBIDDEN', 'The person whose key this would be is no longer a member.')
}
