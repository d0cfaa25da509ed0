import type { Group } from '../../core/command.ts'
import { checkMetric } from './check.ts'
import { createExperiment } from './create.ts'
import { forgetUnit } from './forget.ts'
import { listExperiments } from './list.ts'
import { planExperiment } from './plan.ts'
import { shipExperiment } from './ship.ts'
import { showExperiment } from './show.ts'
import { startExperiment } from './start.ts'
import { stopExperiment } from './stop.ts'

export const experiments: Group = {
  name: 'experiments',
  summary: 'Which variant of a rule is better',
  commands: [
    listExperiments,
    planExperiment,
    createExperiment,
    startExperiment,
    showExperiment,
    shipExperiment,
    stopExperiment,
    checkMetric,
    forgetUnit,
  ],
}
