import type { Invitation, OrganizationId } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import { plainEmail } from '../../rules/access/admission.ts'
import { invitationRight, lackOfRight } from '../../rules/access/makers.ts'
import { invitationEnded } from '../../rules/audit/invitations.ts'
import type { Tables } from '../../store/store.ts'

type Found = {
  invitation: Invitation | undefined
  /** For the end of the transaction: it appends to the log. */
  endStale: () => Promise<void>
}

/**
 * The invitation of an address, on the word of somebody who may invite now. It ends with their right: but they may have
 * lost that before invitations did.
 */
export const findInvitation = async (
  deps: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  orgId: OrganizationId,
  email: string,
): Promise<Found> => {
  const found = await tx.invitations.findByEmail(orgId, plainEmail(email))
  if (!found) return { invitation: undefined, endStale: async () => undefined }
  const maker = (await tx.makers.find(orgId, [found.createdBy])).get(found.createdBy)
  const lack = lackOfRight(maker, invitationRight, Math.floor(deps.nowUs() / 1_000))
  if (lack === undefined) return { invitation: found, endStale: async () => undefined }
  const endStale = async () => {
    await tx.invitations.delete(found.id)
    await tx.auditChain.append({ id: 'operator', type: 'user', orgId }, [invitationEnded(found, lack)], deps)
  }
  return { invitation: undefined, endStale }
}
