import type { ConditionValue } from '../types.ts'

/** The kind of value that a condition with this operator takes. */
export type Takes = 'one' | 'list' | 'texts' | 'number' | 'instant' | 'version' | 'none' | 'pattern' | 'countries'

/** The longest text that an attribute may have. */
export const longestText = 1_024

export type Operator<Name extends string = string> = {
  readonly name: Name
  /** The words between the attribute and the value: "plan *is one of* pro, team". */
  readonly label: string
  readonly takes: Takes
  /** Needs a plan above Free. */
  readonly gated: boolean
  /** A condition may have `ignoreCase`. */
  readonly foldable?: true
  /** The field of the context that is used if the attribute is missing. */
  readonly orElse?: 'proxyCountry'
  /** The problem of a condition's value; undefined if there is none. */
  problem(value: unknown): string | undefined
  /** The reason why a readable value is refused when it is saved. Values that were saved before are still evaluated. */
  refusal?(value: unknown): string | undefined
  /**
   * The maximum cost of preparing a value and comparing once, in nanoseconds on a slow machine, for any text of
   * `longestText`. Only called with a value that has no problem.
   */
  cost(value: ConditionValue): number
  /** The cost of parsing an attribute, which happens once per evaluation. */
  readonly readCost?: number
  /** Prepares the value for `holds`, once. Only called with a value that has no problem. */
  prepare(value: ConditionValue): unknown
  /** Tells whether an attribute of any type fulfils the condition. */
  holds(actual: unknown, expected: unknown): boolean
}
