import { endpoints } from '@bunting/contract'
import { personOf } from '../../http/auth/actor.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { requirePending, review } from '../../rules/changes/proposals.ts'
import { isoTime } from '../../store/core/list.ts'
import { change } from '../change.ts'
import { settleRejected } from './settle-rejected.ts'

export const rejectProposal = handle(endpoints.rejectProposal, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const proposal = requirePending(await tx.proposals.lock(ctx.proposal.id))
    const rejected = review(proposal, 'rejected', {
      by: { id: ctx.actor.id, personId: personOf(ctx.actor) },
      at: isoTime(ctx.nowUs()),
      note: ctx.body.note,
    })
    return { result: rejected, audit: await settleRejected(tx, [rejected]) }
  }),
)
