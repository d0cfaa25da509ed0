import type { ConditionValue } from '../types.ts'

/** The kind of value that a condition with this operator takes. */
export type Takes = 'one' | 'list' | 'texts' | 'number' | 'instant' | 'version' | 'none' | 'pattern' | 'countries'

/** The longest text that an attribute may have. */
export const longestText = 1_024

export type Operator<Name extends string = string> = {
  readonly name: Name
  /** Stands between the attribute and the value: "plan *is one of* pro, team". */
  readonly label: string
  readonly takes: Takes
  /** Needs a plan above Free. */
  readonly gated: boolean
  /** Whether a condition may have `ignoreCase`. */
  readonly foldable?: true
  /** The context's field that is read where the attribute is missing. */
  readonly orElse?: 'proxyCountry'
  /** The problem of a condition's value; undefined where there is none. */
  problem(value: unknown): string | undefined
  /** Why a value that can be read is refused when it is saved; what was saved before goes on being evaluated. */
  refusal?(value: unknown): string | undefined
  /**
   * The most that preparing a value and comparing once costs, in nanoseconds of a slow machine, for any text of
   * `longestText`. Only called with a value that has no problem.
   */
  cost(value: ConditionValue): number
  /** The cost of parsing an attribute, once an evaluation. */
  readonly readCost?: number
  /** Prepares the value for `holds`, once. Only called with a value that has no problem. */
  prepare(value: ConditionValue): unknown
  /** Whether an attribute meets the condition, whatever it holds. */
  holds(actual: unknown, expected: unknown): boolean
}
