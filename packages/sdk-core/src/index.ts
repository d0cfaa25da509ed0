export { type AnyCheck, type Check, checked, checkedDetails, type Schema } from './check.ts'
export { type Clock, openClock } from './clock.ts'
export { type Emitter, openEmitter } from './emitter.ts'
export { asFlagsError, type FailureCode, FlagsError, refusal } from './failure.ts'
export { fallbackDetails } from './fallback-details.ts'
export { frozen } from './frozen.ts'
export { retryAfterMs, retryMs } from './retry.ts'
export { serviceUrl } from './service-url.ts'
export { type FlagsStatus, openStatus } from './status.ts'
export type { Counted } from './telemetry/tally.ts'
export { openTelemetry, type Telemetry, type TelemetryOptions } from './telemetry/telemetry.ts'
export type { TrackDetails } from './telemetry/tracked.ts'
export { untracked } from './telemetry/untracked.ts'
export { every, openDeadline, pause } from './timers.ts'
export type {
  AttributeValue,
  Details,
  EvaluationContext,
  EvaluationError,
  FlagKey,
  FlagType,
  FlagValue,
  Json,
  JsonDocument,
  ReadOptions,
  Reason,
  Scalar,
} from './types.ts'
