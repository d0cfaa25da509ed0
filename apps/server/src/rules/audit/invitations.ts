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

/** An invitation ends when its maker leaves, or loses the right to invite. */
export const invitationEnded = (invitation: Invitation, reason: string): AuditDraft =>
  entry('member.uninvited', invitation, { reason })

/** A member signed in with the invited address, and keeps their roles. */
export const invitationUsed = (invitation: Invitation): AuditDraft =>
  entry('member.uninvited', invitation, { used: true })
