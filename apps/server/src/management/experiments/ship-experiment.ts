import { endpoints, type Flag, fail, invalid, type Experiment as ShownExperiment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { handle, proposed } from '../../http/endpoint/handle.ts'
import { experimentShipped } from '../../rules/audit/experiments.ts'
import { splitOf } from '../../rules/changes/experiment-design.ts'
import { showResults } from '../../rules/changes/experiment-results.ts'
import { type Decision, requireShippable, type StartedExperiment, ship } from '../../rules/changes/experiments.ts'
import { isRecommended } from '../../rules/changes/recommended.ts'
import { shipConfig, variantValue } from '../../rules/changes/ship-config.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { requireProposals } from '../../rules/plans.ts'
import { isoTime } from '../../store/core/list.ts'
import { type Changed, change } from '../change.ts'
import { propose } from '../proposals/propose.ts'
import { appendVersion } from '../versions/append-version.ts'
import { checkConfig } from '../versions/check-config.ts'
import { flagSeries } from '../versions/series.ts'
import { lockAt } from './look-up.ts'
import { readFigures } from './read-figures.ts'
import { showExperiment } from './show-experiment.ts'

export const shipExperiment = handle(endpoints.shipExperiment, async (ctx) => {
  const { actor, body } = ctx
  // Before anything is locked. What is recommended is decided by what was counted until now, not by what comes meanwhile.
  const { recommendation } = await readRecommendation(ctx, requireShippable(ctx.experiment))
  requireReason(ctx.experiment.design.control, recommendation, body)
  return change(ctx, actor, async (tx): Promise<Changed<ShownExperiment & { [proposed]?: true }>> => {
    const { flag, environment, nowUs } = await lockAt(tx, ctx.experiment)
    const experiment = requireShippable(await tx.experiments.lock(ctx.experiment.id))
    const series = flagSeries(tx, flag, environment)
    const latest = await series.latest()
    const config = configWith(flag, experiment, latest?.config, body)
    const comment = body.comment ?? null
    const shipping = { variant: body.variant, to: body.to, recommendation: recommendation.kind, by: actor.id, comment }
    if (environment.protected) requireProposals(actor.plan)
    requireActive(flag)
    if (environment.protected) {
      await checkConfig(tx, actor.plan, series, config)
      const { result: proposal, audit } = await propose(ctx, tx, {
        projectId: flag.projectId,
        environmentId: environment.id,
        subject: flag,
        content: series.contentOf(config),
        comment: body.comment,
      })
      const waiting = { ...experiment, shipping: { ...shipping, proposalId: proposal.id, why: recommendation.why } }
      await tx.experiments.save(waiting)
      return { result: { ...showExperiment(waiting), [proposed]: true }, audit }
    }
    const next = { ...config, version: config.version + 1 }
    const needs = await checkConfig(tx, actor.plan, series, next)
    const decision: Decision = { ...shipping, atUs: nowUs }
    const shipped = ship(experiment, decision)
    // Before its version, which would stop it for another reason.
    await tx.experiments.save(shipped)
    const made = { config: next, needs, createdBy: actor.id, proposalId: null, comment }
    const { audit, environments } = await appendVersion(ctx, tx, series, made)
    return {
      result: showExperiment(shipped),
      audit: [...audit, experimentShipped(shipped, decision, recommendation.why)],
      ...(environments && { environments }),
    }
  })
})

const readRecommendation = async (ctx: Parameters<typeof readFigures>[0], experiment: StartedExperiment) => {
  const nowUs = await ctx.store.clock.nowUs()
  return showResults(experiment, await readFigures(ctx, experiment), { nowUs, at: isoTime(nowUs) })
}

const requireReason = (
  control: string,
  recommendation: Parameters<typeof isRecommended>[0] & { why: string },
  { variant, comment }: { variant: string; comment?: string | undefined },
): void => {
  if (comment !== undefined || isRecommended(recommendation, variant, control)) return
  invalid('The body is not as described.', [
    { path: 'comment', message: `is required against the recommendation, which is: ${recommendation.why}` },
  ])
}

/** The active config with the variant in place of the split; of the same version. */
const configWith = (
  flag: Flag,
  experiment: StartedExperiment,
  active: FlagConfig | undefined,
  { variant, to }: { variant: string; to: 'rule' | 'everyone' },
): FlagConfig => {
  if (!experiment.split.variants.some((share) => share.variant === variant)) {
    invalid('The body is not as described.', [{ path: 'variant', message: 'must be a variant of the experiment' }])
  }
  const value = active && splitOf(active, experiment.ruleId) && variantValue(flag.type, active, variant)
  if (!active || value === undefined) {
    return fail('CONFLICT', 'The active config no longer has the split of the experiment: save another config instead.')
  }
  return shipConfig(active, experiment.ruleId, value, to)
}
