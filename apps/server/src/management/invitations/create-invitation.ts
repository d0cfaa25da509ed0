import { endpoints, fail, limits } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { plainEmail } from '../../rules/access/admission.ts'
import { invitationRight } from '../../rules/access/makers.ts'
import { memberInvited } from '../../rules/audit/invitations.ts'
import { change } from '../change.ts'
import { lockMaker } from '../lock-maker.ts'
import { requireProjects } from '../members/require-projects.ts'

/** Does not check the limit of members: that happens when the person signs in. */
export const createInvitation = handle(endpoints.createInvitation, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const { orgId, id: createdBy } = ctx.actor
    const { role, projects = {} } = ctx.body
    const email = plainEmail(ctx.body.email)
    await tx.organizations.lock(orgId)
    await lockMaker(tx, ctx.actor, invitationRight)
    await requireProjects(tx, orgId, Object.keys(projects))
    const had = await tx.users.listByEmail(orgId, email)
    if (had.some(({ removedAt }) => removedAt === null)) fail('CONFLICT', 'A member has this address already.')
    if ((await tx.invitations.count(orgId)) >= limits.invitations) {
      fail('CONFLICT', `There are ${limits.invitations} open invitations: withdraw one that nobody needs.`)
    }
    const invitation = { id: ctx.newId('invitation'), orgId, email, role, projects, createdBy }
    const result = await tx.invitations.insert(invitation, ctx.nowUs())
    return { result, audit: [memberInvited(result)] }
  }),
)
