import type { Environment } from '@bunting/contract'
import type { Experiment } from '../../../api/experiments.ts'
import type { Schedule } from '../../../api/schedules.ts'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'
import type { Happening } from './happening.ts'
import type { Range } from './range.ts'
import type { MarkFocus } from './use-mark-focus.ts'
import type { Version } from './what-was.ts'

export type LaneProps = {
  flagRef: { projectId: string; flagKey: string }
  environment: Environment
  flag: LoadedFlag
  range: Range
  /** The width of the time axis. */
  widthPx: number
  /** The changes in this environment. */
  happenings: readonly Happening[]
  ramps: readonly Schedule[]
  experiments: readonly Experiment[]
  versions: readonly Version[]
  focus: MarkFocus
}
