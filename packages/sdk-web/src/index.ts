export {
  type Details,
  type EvaluationContext,
  type EvaluationError,
  type FailureCode,
  FlagsError,
  type FlagsStatus,
  type FlagValue,
  type Reason,
} from '@bunting/sdk-core'
export type { Flags, FlagsEvents } from './flags.ts'
export { openFlags } from './open-flags.ts'
export type { FlagsOptions, TelemetryOptions } from './options.ts'
