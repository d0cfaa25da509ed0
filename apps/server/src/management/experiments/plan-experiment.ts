import { endpoints, invalid, type Metric } from '@bunting/contract'
import { figuresOf, planExperiment as planWith } from '@bunting/statistics'
import { handle } from '../../http/endpoint/handle.ts'
import type { Population } from '../../http/ports/units.ts'
import { adjustedVariance, askedOf } from '../../rules/changes/experiment-plan.ts'
import { requireUnits } from '../telemetry/require-units.ts'
import { findEnvironment } from './find-environment.ts'

type Baseline = { mean: number; deviation?: number | undefined }

export const planExperiment = handle(endpoints.planExperiment, async (ctx) => {
  const { body, project } = ctx
  const units = requireUnits(ctx)
  const environment = await findEnvironment(ctx, project.id, body.environmentId)
  const metric =
    (await ctx.store.metrics.find(project.id, body.metric)) ??
    invalid('The body is not as described.', [{ path: 'metric', message: 'must be the key of a metric' }])
  const population = await units.readPopulation(environment.id, metric)
  const known = body.baseline ? ofBaseline(metric, body.baseline) : ofPopulation(metric, population)
  const unitsPerDay = body.unitsPerDay ?? population?.unitsPerDay ?? 0
  const { mean, deviation, adjusted } = known
  const variance = (adjusted ?? deviation) ** 2
  return {
    units: body.baseline ? 0 : (population?.moments.n ?? 0),
    unitsPerDay,
    baseline: mean,
    deviation,
    adjusted,
    lateShare: population?.lateShare ?? null,
    ...planWith(askedOf(metric, body, { mean, variance }, unitsPerDay)),
  }
})

type Known = { mean: number; deviation: number; adjusted: number | null }

const refuse = (path: string, message: string): never => invalid('The body is not as described.', [{ path, message }])

const ofBaseline = ({ kind }: Metric, { mean, deviation }: Baseline): Known => {
  if (kind !== 'conversion') {
    return deviation === undefined
      ? refuse('baseline.deviation', 'is required unless the metric is a conversion')
      : { mean, deviation, adjusted: null }
  }
  if (!(mean > 0 && mean < 1)) return refuse('baseline.mean', 'must be between 0 and 1: it is of a conversion')
  return { mean, deviation: deviation ?? Math.sqrt(mean * (1 - mean)), adjusted: null }
}

const ofPopulation = (metric: Metric, population: Population | undefined): Known => {
  const { mean, deviation } = population ? figuresOf(metric, population.moments) : { mean: null, deviation: null }
  if (!population || mean === null || deviation === null) {
    return refuse('baseline', 'is required: the environment has no units of the last 14 days to take it from')
  }
  const variance = adjustedVariance(metric, population.moments)
  return { mean, deviation, adjusted: variance === null ? null : Math.sqrt(variance) }
}
