import type { AuditAction, Invitation, Member, SessionId } from '@bunting/contract'
import { type AuditDraft, type Caller, callerMeta } from './audit.ts'

/** The invitation that admitted a new member, if one did. */
type By = Pick<Invitation, 'id' | 'projects'> | undefined
const invitationMeta = (by: By) =>
  by ? { invitationId: by.id, ...(by.projects ? { projects: by.projects } : {}) } : {}

export const memberJoined = (member: Member, caller: Caller | undefined, by?: By): AuditDraft => ({
  ...memberEntry('member.joined', member),
  meta: { name: member.name, email: member.email, role: member.role, ...invitationMeta(by), ...callerMeta(caller) },
})

export const memberUpdated = (member: Member, changed: Record<string, unknown>): AuditDraft => ({
  ...memberEntry('member.updated', member),
  meta: { name: member.name, ...changed },
})

/** The member's keys are revoked with entries of their own, unless the remover kept them. */
export const memberRemoved = (member: Member, keptKeys: number): AuditDraft => ({
  ...memberEntry('member.removed', member),
  meta: { name: member.name, ...(keptKeys === 0 ? {} : { keptKeys }) },
})

const memberEntry = (action: AuditAction, member: Member): AuditDraft => ({
  action,
  projectId: null,
  resourceType: 'member',
  resourceId: member.id,
  meta: { name: member.name },
})

export const sessionCreated = (id: SessionId, caller: Caller): AuditDraft => sessionEntry('session.created', id, caller)

export const sessionEnded = (id: SessionId, caller: Caller): AuditDraft => sessionEntry('session.ended', id, caller)

/** The resource is the refused member, or `stranger`, since there is no session. */
export const sessionRefused = (who: string, meta: Record<string, unknown>, caller: Caller): AuditDraft => ({
  ...sessionEntry('session.refused', who, caller),
  meta: { ...meta, ...callerMeta(caller) },
})

const sessionEntry = (action: AuditAction, resourceId: string, caller: Caller): AuditDraft => ({
  action,
  projectId: null,
  resourceType: 'session',
  resourceId,
  meta: callerMeta(caller),
})
