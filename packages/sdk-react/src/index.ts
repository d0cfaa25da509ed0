export {
  type Check,
  type Details,
  type EvaluationContext,
  type FlagKey,
  type Flags,
  type FlagsOptions,
  openFlags,
  type Schema,
  type TrackDetails,
} from '@bunting/sdk-web'
export { FlagsProvider, type FlagsProviderProps } from './flags-provider.ts'
export { useDetails } from './use-details.ts'
export { useFlags } from './use-flags.ts'
export { useTrack } from './use-track.ts'
export { useBoolean, useJson, useNumber, useString } from './use-value.ts'
