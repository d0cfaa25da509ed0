import { invitationRight } from '../rules/access/makers.ts'
import { invitationEnded } from '../rules/audit/invitations.ts'
import type { Leftover } from './leftover.ts'

/** An invitation depends on its maker's right to invite. */
export const invitations: Leftover = async (tx, { orgId }, makers, lackOf) => {
  const audit = []
  for (const invitation of await tx.invitations.listOf(orgId, makers)) {
    const reason = lackOf(invitation.createdBy, invitationRight)
    if (reason === undefined) continue
    await tx.invitations.delete(invitation.id)
    audit.push(invitationEnded(invitation, reason))
  }
  return { count: audit.length, audit }
}
