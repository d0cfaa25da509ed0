export {
  type Check,
  type Details,
  type EvaluationContext,
  type Flags,
  type FlagsOptions,
  openFlags,
  type Schema,
} from '@bunting/sdk-web'
export { FlagsProvider, type FlagsProviderProps } from './flags-provider.ts'
export { useDetails } from './use-details.ts'
export { useFlags } from './use-flags.ts'
export { useBoolean, useJson, useNumber, useString } from './use-value.ts'
