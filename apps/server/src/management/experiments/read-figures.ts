import type { Deps } from '../../http/endpoint/deps.ts'
import type { DayFigures, Figures } from '../../http/ports/units.ts'
import type { Experiment } from '../../rules/changes/experiments.ts'
import { requireUnits } from '../telemetry/require-units.ts'

type Reading = Pick<Deps, 'units' | 'store'>

/** The figures of an experiment: the stored ones if it is over, otherwise those of the unit log. */
export const readFigures = async (deps: Reading, experiment: Experiment): Promise<Figures> => {
  const kept = await findKept(deps, experiment)
  return kept ? JSON.parse(kept.figures) : requireUnits(deps).readFigures(experiment.id)
}

/** The daily figures of one metric. */
export const readDays = async (deps: Reading, experiment: Experiment, metricKey: string): Promise<DayFigures[]> => {
  const kept = await findKept(deps, experiment)
  if (!kept) return requireUnits(deps).readDays(experiment.id, metricKey)
  const days = new Map(Object.entries(JSON.parse(kept.days) as Record<string, DayFigures[]>))
  return days.get(metricKey) ?? []
}

const findKept = async ({ store }: Reading, { id, status }: Experiment) =>
  status === 'stopped' ? store.experiments.findFigures(id) : undefined
