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
  <Value>({ takes, expected: readExpected, actual: readActual, problem }: Kind<Value>) =>
  <const Name extends string>(name: Name, label: string, compare: (actual: Value, expected: Value) => boolean) =>
    ({
      name,
      label,
      takes,
      gated: false,
      problem: (value) => (readExpected(value) === undefined ? problem : undefined),
      prepare: (value: FlagValue) => readExpected(value),
      holds: (actual: unknown, expected: Value) => {
        const readable = readActual(actual)
        return readable !== undefined && compare(readable, expected)
      },
    }) satisfies Operator<Name>
