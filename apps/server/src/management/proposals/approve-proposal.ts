import { endpoints } from '@bunting/contract'
import { personOf } from '../../http/actor.ts'
import { handle } from '../../http/handle.ts'
import { requireOtherPerson } from '../../rules/four-eyes.ts'
import { requireProposals } from '../../rules/plans.ts'
import { requirePending, review } from '../../rules/proposals.ts'
import { isoTime } from '../../store/list.ts'
import { change } from '../change.ts'
import { prepareApproval } from './kinds/index.ts'

export const approveProposal = handle(endpoints.approveProposal, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    // Flag, environment, proposal: every change locks in this order, so that none waits for another in a circle.
    const carryOut = await prepareApproval(ctx, tx, ctx.proposal)
    const proposal = requirePending(await tx.proposals.lock(ctx.proposal.id))
    const by = { id: ctx.actor.id, type: ctx.actor.type, personId: personOf(ctx.actor) }
    requireOtherPerson(proposal, by, await tx.apiKeys.findOwner(proposal.createdBy))
    requireProposals(ctx.actor.plan)
    const approved = review(proposal, 'approved', { by, at: isoTime(ctx.nowUs()), note: ctx.body.note })
    await tx.proposals.review(approved)
    return { result: approved, ...(await carryOut(approved)) }
  }),
)
