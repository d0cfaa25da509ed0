import type { ConditionValue } from '../types.ts'

/** What kind of value a condition with this operator takes. */
export type Takes = 'one' | 'list' | 'texts' | 'number' | 'instant' | 'version' | 'none' | 'pattern' | 'countries'

/** Of an attribute that anybody may send. */
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
  /** What is wrong with a condition's value, if anything. */
  problem(value: unknown): string | undefined
  /** Why a value that can be read is refused when it is saved; what was saved before goes on being evaluated. */
  refusal?(value: unknown): string | undefined
  /**
   * What preparing a value and asking it once costs at the most, in nanoseconds of a slow machine, whatever text of
   * `longestText` an attribute holds. Only called with a value that has no problem.
   */
  cost(value: ConditionValue): number
  /** What reading an attribute costs on top, once an evaluation. */
  readonly readCost?: number
  /** What `holds` compares with, worked out once. Only called with a value that has no problem. */
  prepare(value: ConditionValue): unknown
  /** Whether an attribute meets the condition, whatever it holds. */
  holds(actual: unknown, expected: unknown): boolean
}
