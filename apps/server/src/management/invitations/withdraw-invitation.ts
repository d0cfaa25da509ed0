import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { memberUninvited } from '../../rules/audit/invitations.ts'
import { change } from '../change.ts'

export const withdrawInvitation = handle(endpoints.withdrawInvitation, ({ invitation, ...ctx }) =>
  change(ctx, ctx.actor, async (tx) => {
    await tx.organizations.lock(ctx.actor.orgId)
    const { id } = invitation
    if (!(await tx.invitations.delete(id))) fail('RESOURCE_NOT_FOUND', 'Somebody came by it, or it was withdrawn.')
    return { result: { id }, audit: [memberUninvited(invitation)] }
  }),
)
