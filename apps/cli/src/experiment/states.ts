import type { ExperimentStatus } from '@bunting/contract'
import { dim, green, type Rich, yellow } from '../output/rich.ts'

export const experimentStates: Record<ExperimentStatus, Rich> = {
  draft: dim('draft'),
  pending: yellow('pending'),
  running: green('running'),
  stopped: dim('stopped'),
}
