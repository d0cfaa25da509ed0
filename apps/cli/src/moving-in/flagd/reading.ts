import type { FlagValue } from '@bunting/engine'
import type { Setting } from '../logic/json-logic.ts'

/** What a flag's targeting is read with. */
export type Targeting = {
  /** Theirs. */
  flagKey: string
  generation: 1 | 2 | 3
  variants: Readonly<Record<string, unknown>>
  defaultVariant: string | undefined
  defaultValue: FlagValue
  setting: Setting
}
