import type { AuditAction, Invitation } from '@bunting/contract'
import type { AuditDraft } from './audit.ts'

const entry = (action: AuditAction, { id, email, role, projects }: Invitation, meta: object = {}): AuditDraft => ({
  action,
  projectId: null,
  resourceType: 'member',
  resourceId: id,
  meta: { email, role, ...(projects ? { projects } : {}), ...meta },
})

export const memberInvited = (invitation: Invitation): AuditDraft => entry('member.invited', invitation)

export const memberUninvited = (invitation: Invitation): AuditDraft => entry('member.uninvited', invitation)

/** With whoever made it, or with their right to. */
export const invitationEnded = (invitation: Invitation, reason: string): AuditDraft =>
  entry('member.uninvited', invitation, { reason })

/** By a member, who signed in with its address and stays as they are. */
export const invitationUsed = (invitation: Invitation): AuditDraft =>
  entry('member.uninvited', invitation, { used: true })
