import type { Scalar } from '../../types.ts'
import { memoize } from '../../values/memoize.ts'
import type { Operator, Takes } from '../operator.ts'

/** How values of a kind are parsed and compared. */
type Kind<Value> = {
  takes: Takes
  /** Parses the text of a condition or of an attribute. */
  read: (text: string) => Value | undefined
  /** How numbers are read as this kind: only in attributes, or in conditions too. */
  ofNumber?: { in: 'attribute' | 'both'; value: (number: number) => Value }
  problem: string
  cost: (text: string) => number
  readCost: number
}

/** Makes a family of operators that parse both sides alike and differ only in how they compare them. */
export const comparisons = <Value>({ takes, read, ofNumber, problem, cost, readCost }: Kind<Value>) => {
  const reader = (number: ((number: number) => Value) | undefined) => {
    const readText = memoize(read)
    return (value: unknown): Value | undefined => {
      if (typeof value === 'string') return readText(value)
      return typeof value === 'number' && Number.isFinite(value) ? number?.(value) : undefined
    }
  }
  const readExpected = reader(ofNumber?.in === 'both' ? ofNumber.value : undefined)
  const readActual = reader(ofNumber?.value)
  return <const Name extends string>(name: Name, label: string, compare: (actual: Value, expected: Value) => boolean) =>
    ({
      name,
      label,
      takes,
      gated: false,
      problem: (value) => (readExpected(value) === undefined ? problem : undefined),
      cost: (value: Scalar) => cost(String(value)),
      readCost,
      prepare: (value: Scalar) => readExpected(value),
      holds: (actual: unknown, expected: Value) => {
        const readable = readActual(actual)
        return readable !== undefined && compare(readable, expected)
      },
    }) satisfies Operator<Name>
}
