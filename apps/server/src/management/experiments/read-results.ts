import { endpoints, invalid } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { showDays, showResults } from '../../rules/changes/experiment-results.ts'
import { requireStarted } from '../../rules/changes/experiments.ts'
import { isoTime } from '../../store/core/list.ts'
import { readDays, readFigures } from './read-figures.ts'

export const getExperimentResults = handle(endpoints.getExperimentResults, async (ctx) => {
  const experiment = requireStarted(ctx.experiment)
  const nowUs = await ctx.store.clock.nowUs()
  return showResults(experiment, await readFigures(ctx, experiment), { nowUs, at: isoTime(nowUs) })
})

export const listExperimentDays = handle(endpoints.listExperimentDays, async (ctx) => {
  const experiment = requireStarted(ctx.experiment)
  const { metric } = ctx.query
  if (!experiment.metrics.some(({ key }) => key === metric)) {
    invalid('The query is not as described.', [{ path: 'metric', message: 'must be a metric of the experiment' }])
  }
  return { items: showDays(experiment, metric, await readDays(ctx, experiment, metric)) }
})
