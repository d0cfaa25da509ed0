import type { ActorId, ActorType, OrganizationId } from '@bunting/contract'

/** Whose doing it is what a schedule or a webhook does by itself. */
export const creatorOf = ({ createdBy, orgId }: { createdBy: ActorId; orgId: OrganizationId }) => {
  const type: ActorType = createdBy.startsWith('key_') ? 'api_key' : 'user'
  return { id: createdBy, type, orgId }
}
