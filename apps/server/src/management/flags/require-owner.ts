import { invalid, type OrganizationId } from '@bunting/contract'
import type { Tables } from '../../store/store.ts'

/** Who becomes the owner of something is a member then. That they stay one is not asked. */
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
