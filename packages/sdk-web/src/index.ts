export {
  type AttributeValue,
  type Check,
  type Details,
  type EvaluationContext,
  type EvaluationError,
  type FailureCode,
  type FlagKey,
  FlagsError,
  type FlagsStatus,
  type FlagValue,
  type Json,
  type JsonDocument,
  type ReadOptions,
  type Reason,
  type Scalar,
  type Schema,
  type TrackDetails,
} from '@bunting/sdk-core'
export type { Flags, FlagsEvents } from './flags.ts'
export { openFlags } from './open-flags.ts'
export type { FlagsOptions, TelemetryOptions } from './options.ts'
