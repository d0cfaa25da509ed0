import { invalid, type OrganizationId } from '@bunting/contract'
import type { Tables } from '../../store/store.ts'

/** Requires a new owner to be a member. They may leave later. */
export const requireOwner = async (
  { users }: Pick<Tables, 'users'>,
  orgId: OrganizationId,
  ownerId: string | null | undefined,
): Promise<void> => {
  if (typeof ownerId !== 'string') return
  const member = await users.find(orgId, ownerId)
  if (member && member.removedAt === null) return
  invalid('The body is not as described.', [{ path: 'ownerId', message: 'must be a member of the organization' }])
}
