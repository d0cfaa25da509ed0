import type { ActorId, ActorType, OrganizationId } from '@bunting/contract'

/** The actor in whose name a schedule or a webhook acts by itself. */
export const creatorOf = ({ createdBy, orgId }: { createdBy: ActorId; orgId: OrganizationId }) => {
  const type: ActorType = createdBy.startsWith('key_') ? 'api_key' : 'user'
  return { id: createdBy, type, orgId }
}
