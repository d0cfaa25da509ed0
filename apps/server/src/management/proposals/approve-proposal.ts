import { endpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { requirePending, review } from '../../rules/changes/proposals.ts'
import { requireProposals } from '../../rules/plans.ts'
import { isoTime } from '../../store/core/list.ts'
import { change } from '../change.ts'
import { withIdsPrepared } from '../lists/approve-ids.ts'
import { judgeReviewer } from './judge-reviewer.ts'
import { prepareApproval } from './kinds/index.ts'
import { requireExpected } from './require-expected.ts'

export const approveProposal = handle(endpoints.approveProposal, (ctx) =>
  withIdsPrepared(ctx, ctx.proposal, (prepared) =>
    change(ctx, ctx.actor, async (tx) => {
      // Flag, environment, proposal: every change locks in this order, so that none can deadlock.
      const carryOut = await prepareApproval({ ...ctx, prepared }, tx, ctx.proposal)
      const proposal = requirePending(await tx.proposals.lock(ctx.proposal.id))
      const by = await judgeReviewer(ctx, tx, proposal)
      requireProposals(ctx.actor.plan)
      await requireExpected(tx, proposal, ctx.body.expectedVersion)
      const approved = review(proposal, 'approved', { by, at: isoTime(ctx.nowUs()), note: ctx.body.note })
      await tx.proposals.review(approved)
      return { result: approved, ...(await carryOut(approved)) }
    }),
  ),
)
