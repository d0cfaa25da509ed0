import type { Invitation, ProjectId, Role } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import { invitationUsed } from '../../rules/audit/invitations.ts'
import type { Tables } from '../../store/store.ts'
import type { User } from '../../store/tables/users.ts'

/** Gives a new member the project roles of their invitation, before the audit log is locked. */
export const giveInvitedRoles = async (tx: Tables, { id }: User, invitation: Invitation | undefined): Promise<void> => {
  const projects = Object.entries(invitation?.projects ?? {}) as [ProjectId, Role][]
  for (const [projectId, role] of projects) await tx.projectRoles.set(id, projectId, role)
}

/** The first sign-in with the address uses the invitation up. An existing member keeps their roles, which is logged. */
export const useUp = async (
  deps: Pick<Deps, 'newId' | 'nowUs'>,
  tx: Tables,
  { id, orgId }: User,
  invitation: Invitation,
  opened: boolean,
): Promise<void> => {
  await tx.invitations.delete(invitation.id)
  if (!opened) await tx.auditChain.append({ id, type: 'user', orgId }, [invitationUsed(invitation)], deps)
}
