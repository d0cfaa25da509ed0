import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { proposalApproved } from '../../rules/audit.ts'
import { requireActive } from '../../rules/flag-config.ts'
import { requireGates, requireProposals } from '../../rules/plans.ts'
import { requireOtherActor, requirePending, review } from '../../rules/proposals.ts'
import { isoTime } from '../../store/list.ts'
import { change } from '../change.ts'

export const approveProposal = handle(endpoints.approveProposal, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    // Flag, environment, proposal: every change locks in this order, so that none waits for another in a circle.
    const flag = await tx.flags.lock(ctx.proposal.flagId)
    const environment = await tx.environments.lock(ctx.proposal.environmentId)
    const proposal = requirePending(await tx.proposals.lock(ctx.proposal.id))
    requireOtherActor(proposal, ctx.actor.id)
    requireProposals(ctx.actor.plan)
    requireGates(ctx.actor.plan, proposal.proposedConfig)
    requireActive(flag)
    const place = { flagId: flag.id, environmentId: environment.id }
    const latest = await tx.flagVersions.latest(place)
    const config = { ...proposal.proposedConfig, version: (latest?.version ?? 0) + 1 }
    const approved = review(proposal, 'approved', {
      by: ctx.actor.id,
      at: isoTime(ctx.nowUs()),
      note: ctx.body.note,
    })
    await tx.proposals.review(approved)
    await tx.flagVersions.append(
      { ...place, id: ctx.newId('flagVersion'), config, createdBy: proposal.createdBy, proposalId: proposal.id },
      ctx.nowUs(),
    )
    return {
      result: approved,
      audit: [proposalApproved(flag, approved, config.version)],
      environments: [environment.id],
    }
  }),
)
