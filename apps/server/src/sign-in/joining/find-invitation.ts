import type { Invitation, OrganizationId } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import { plainEmail } from '../../rules/access/admission.ts'
import { invitationRight, lackOfRight } from '../../rules/access/makers.ts'
import { invitationEnded } from '../../rules/audit/invitations.ts'
import type { Tables } from '../../store/store.ts'

type Found = {
  invitation: Invitation | undefined
  /** Ends stale invitations. Call it last in the transaction, since it appends to the audit log. */
  endStale: () => Promise<void>
}

/**
 * The valid invitation of an address: its maker may still invite. An invitation may outlive that right, since a key expires
 * by itself.
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
