import { endpoints, fail } from '@bunting/contract'
import { alphaOf, type FixedReading, levelsOf, readPlannedEnd } from '@bunting/statistics'
import { handle } from '../../http/endpoint/handle.ts'
import { findEnvironment } from '../experiments/find-environment.ts'
import { requireUnits } from '../telemetry/require-units.ts'

const confidence = 0.95

export const checkMetric = handle(endpoints.checkMetric, async (ctx) => {
  const { metric, body, project } = ctx
  const units = requireUnits(ctx)
  const environment = await findEnvironment(ctx, project.id, body.environmentId)
  const split = await units.splitPopulation(environment.id, metric, body.splits)
  if (!split) return fail('CONFLICT', 'The environment has no units of the last 14 days to split.')
  // Each split is judged by one fixed reading, so that the number of false positives by chance is known.
  const levels = levelsOf(confidence, 1, 'fixed')
  const readings = split.halves
    .map(([one, other]) => readPlannedEnd(metric, one, other, levels))
    .filter((reading): reading is FixedReading => reading !== undefined)
  if (readings.length === 0) {
    return fail('CONFLICT', 'The units of the last 14 days are too few, or too much alike, to be split.')
  }
  return {
    units: split.units,
    splits: readings.length,
    significant: readings.filter(({ difference: { low, high } }) => low > 0 || high < 0).length,
    expected: alphaOf(confidence) * readings.length,
    intervals: readings.map(({ difference: { low, high } }) => ({ low, high })),
  }
})
