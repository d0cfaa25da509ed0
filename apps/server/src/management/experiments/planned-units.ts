import { expectedUnitsOf, planExperiment } from '@bunting/statistics'
import type { Deps } from '../../http/endpoint/deps.ts'
import { questionOf } from '../../rules/changes/experiment-plan.ts'
import type { Experiment } from '../../rules/changes/experiments.ts'

const power = 0.8

/** N* from the environment's recent units; undefined if the design has a number of its own, or there are no units. */
export const plannedUnits = async (
  { units, store }: Pick<Deps, 'units' | 'store'>,
  { projectId, environmentId, design, split }: Experiment,
): Promise<number | undefined> => {
  const found = design.expectedUnits === null ? await store.metrics.find(projectId, design.primary) : undefined
  // With an attribute there may be no past to adjust by. More units than needed are safer than fewer.
  const metric = found && { ...found, adjust: found.adjust && split.unit === null }
  const population = metric && (await units?.readPopulation(environmentId, metric))
  if (!metric || !population) return undefined
  const { minimumEffect, confidence, minimumDays } = design
  const asked = { minimumEffect, confidence, minimumDays, power, variants: split.variants.length }
  const question = questionOf(metric, asked, population.moments, population.unitsPerDay)
  const planned = question && planExperiment(question)[design.method]
  return planned ? expectedUnitsOf(planned.unitsPerVariant) : undefined
}
