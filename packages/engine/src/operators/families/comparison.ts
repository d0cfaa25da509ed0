import type { FlagValue } from '../../types.ts'
import type { Operator, Takes } from '../operator.ts'

/** How a kind of value is read and told apart. */
type Kind<Value> = {
  takes: Takes
  /** Reads a condition's value. */
  expected: (value: unknown) => Value | undefined
  /** Reads an attribute. */
  actual: (value: unknown) => Value | undefined
  problem: string
}

/** Makes a family of operators that read both sides alike and differ only in how they compare them. */
export const comparisons =
  <Value>(kind: Kind<Value>) =>
  <const Name extends string>(name: Name, label: string, holds: (actual: Value, expected: Value) => boolean) =>
    ({
      name,
      label,
      takes: kind.takes,
      gated: false,
      problem: (value) => (kind.expected(value) === undefined ? kind.problem : undefined),
      compile: (value: FlagValue) => {
        const expected = kind.expected(value) as Value
        const read = kind.actual
        return (actual) => {
          const readable = read(actual)
          return readable !== undefined && holds(readable, expected)
        }
      },
    }) satisfies Operator<Name>
