import type { FlagValue } from '@bunting/engine'
import type { Setting } from '../logic/json-logic.ts'

/** The inputs for reading a flag's targeting. */
export type Targeting = {
  /** The key in flagd. */
  flagKey: string
  generation: 1 | 2 | 3
  variants: Readonly<Record<string, unknown>>
  defaultVariant: string | undefined
  defaultValue: FlagValue
  setting: Setting
}
