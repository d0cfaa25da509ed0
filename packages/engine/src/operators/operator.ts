import type { ConditionValue } from '../types.ts'

/** What kind of value a condition with this operator takes. */
export type Takes = 'one' | 'list' | 'texts' | 'number' | 'instant' | 'version' | 'none' | 'pattern' | 'countries'

/** Says of an attribute's value, whatever it is, whether the condition holds. */
export type Test = (actual: unknown) => boolean

export type Operator<Name extends string = string> = {
  readonly name: Name
  /** Stands between the attribute and the value: "plan *is one of* pro, team". */
  readonly label: string
  readonly takes: Takes
  /** Needs a plan above Free. */
  readonly gated: boolean
  /** The context's field that is read where the attribute is missing. */
  readonly orElse?: 'proxyCountry'
  /** What is wrong with a condition's value, if anything. */
  problem(value: unknown): string | undefined
  /** Only called with a value that has no problem. */
  compile(value: ConditionValue): Test
  /** The text an attribute must have, where that is the whole test: such conditions are evaluated without a call. */
  text?(value: ConditionValue): string
}
