import type { Invitation, ProjectId, Role } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'
import { invitationUsed } from '../../rules/audit/invitations.ts'
import type { Tables } from '../../store/store.ts'
import type { User } from '../../store/tables/users.ts'

/** To whoever comes in by it, before that is written down: nobody waits for a project with the log in hand. */
export const giveInvitedRoles = async (tx: Tables, { id }: User, invitation: Invitation | undefined): Promise<void> => {
  const projects = Object.entries(invitation?.projects ?? {}) as [ProjectId, Role][]
  for (const [projectId, role] of projects) await tx.projectRoles.set(id, projectId, role)
}

/** The first to sign in with the address uses it up. Who was a member before stays as they are, and the log says so. */
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
