import { endpoints, type Flag, fail, invalid, type Experiment as ShownExperiment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { handle, type proposed } from '../../http/endpoint/handle.ts'
import { splitOf } from '../../rules/changes/experiment-design.ts'
import { showResults } from '../../rules/changes/experiment-results.ts'
import { requireShippable, type StartedExperiment } from '../../rules/changes/experiments.ts'
import { isRecommended } from '../../rules/changes/recommended.ts'
import { shipConfig, variantValue } from '../../rules/changes/ship-config.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { isoTime } from '../../store/core/list.ts'
import { type Changed, change } from '../change.ts'
import { flagSeries } from '../versions/series.ts'
import { lockAt } from './look-up.ts'
import { readFigures } from './read-figures.ts'
import { proposeShipping, shipNow } from './ship.ts'

type Shipped = ShownExperiment & { [proposed]?: true }

export const shipExperiment = handle(endpoints.shipExperiment, async (ctx) => {
  const { actor, body } = ctx
  // Before anything is locked: what is recommended is decided by what was counted until now, not by what comes meanwhile.
  const { kind: recommendation, variant, why } = await recommendationOf(ctx, requireShippable(ctx.experiment))
  requireReason({ kind: recommendation, variant, why }, ctx.experiment.design.control, body)
  return change(ctx, actor, async (tx): Promise<Changed<Shipped>> => {
    const at = await lockAt(tx, ctx.experiment)
    const experiment = requireShippable(await tx.experiments.lock(ctx.experiment.id))
    const series = flagSeries(tx, at.flag, at.environment)
    const config = configWith(at.flag, experiment, (await series.latest())?.config, body)
    requireActive(at.flag)
    const comment = body.comment ?? null
    const shipping = { variant: body.variant, to: body.to, recommendation, why, by: actor.id, comment }
    const ship = at.environment.protected ? proposeShipping : shipNow
    return ship(ctx, tx, { series, experiment, config, shipping, nowUs: at.nowUs })
  })
})

const recommendationOf = async (ctx: Parameters<typeof readFigures>[0], experiment: StartedExperiment) => {
  const nowUs = await ctx.store.clock.nowUs()
  return showResults(experiment, await readFigures(ctx, experiment), { nowUs, at: isoTime(nowUs) }).recommendation
}

const requireReason = (
  recommendation: Parameters<typeof isRecommended>[0] & { why: string },
  control: string,
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
