import type { Scalar } from '../../types.ts'
import { textOf } from '../../values/text.ts'
import type { Operator } from '../operator.ts'

const isList = (value: unknown) =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= 1_000 &&
  value.every((item) => textOf(item) !== undefined)

/** Operators that compare the attribute with a list of values, as texts. */
export const listOperator = <const Name extends string>(
  name: Name,
  label: string,
  holds: (actual: unknown, expected: ReadonlySet<string | undefined>) => boolean,
) =>
  ({
    name,
    label,
    takes: 'list',
    gated: false,
    foldable: true,
    problem: (value) => (isList(value) ? undefined : 'must be an array of 1 to 1,000 texts, numbers or booleans'),
    cost: (value: readonly Scalar[]) => 120 * value.length,
    prepare: (value: readonly Scalar[]) => new Set(value.map(String)),
    holds,
  }) satisfies Operator<Name>
