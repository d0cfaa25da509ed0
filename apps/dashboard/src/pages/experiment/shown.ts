import type { Environment } from '@bunting/contract'
import type { Experiment, Results } from '../../api/experiments.ts'
import type { FlagInList } from '../../api/flags.ts'
import type { Metric } from '../../api/metrics.ts'

/** What every part of the page is about. */
export type ShownExperiment = {
  experiment: Experiment
  /** Absent until they are loaded. */
  environment: Environment | undefined
  flag: FlagInList | undefined
  metrics: readonly Metric[]
}

export type Shown = ShownExperiment & { results: Results }
