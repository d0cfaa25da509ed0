import { endpoints, fail } from '@bunting/contract'
import { reviewerOf } from '../../http/auth/actor.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { experimentStopped } from '../../rules/audit/experiments.ts'
import { stop } from '../../rules/changes/experiments.ts'
import { requirePending, review } from '../../rules/changes/proposals.ts'
import { flagName, touching } from '../../store/bundles/changes.ts'
import { isoTime } from '../../store/core/list.ts'
import { change } from '../change.ts'
import { settleRejected } from '../proposals/settle-rejected.ts'
import { lockAt } from './look-up.ts'
import { showExperiment } from './show-experiment.ts'

export const stopExperiment = handle(endpoints.stopExperiment, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const { note } = ctx.body
    const { flag, environment, nowUs } = await lockAt(tx, ctx.experiment)
    // Locked before the experiment, in the same order as by an approval.
    const { proposalId } = (await tx.experiments.findById(ctx.experiment.id)) ?? {}
    const proposal = proposalId && (await tx.proposals.lock(proposalId))
    const experiment = await tx.experiments.lock(ctx.experiment.id)
    if (experiment.status === 'pending' && proposal) {
      const by = { by: reviewerOf(ctx.actor), at: isoTime(nowUs), note }
      const audit = await settleRejected(tx, [review(requirePending(proposal), 'rejected', by)])
      return { result: showExperiment({ ...experiment, status: 'draft' }), audit }
    }
    if (experiment.status !== 'running') {
      return fail('CONFLICT', `The experiment is ${experiment.status}: only a running or pending one can be stopped.`)
    }
    const reason = note === undefined ? 'It was stopped by hand.' : `It was stopped by hand: ${note}`
    const stopped = stop(experiment, reason, nowUs)
    await tx.experiments.save(stopped)
    return {
      result: showExperiment(stopped),
      audit: [experimentStopped(stopped)],
      environments: [touching(environment.id, flagName(flag.key), [])],
    }
  }),
)
