import type { Scalar } from '../../types.ts'
import { textOf } from '../../values/text.ts'
import type { Operator } from '../operator.ts'

/** Operators that compare with one value, by its text. */
export const oneValueOperator = <const Name extends string>(
  name: Name,
  label: string,
  holds: (actual: unknown, expected: string) => boolean,
) =>
  ({
    name,
    label,
    takes: 'one',
    gated: false,
    foldable: true,
    problem: (value) => (textOf(value) === undefined ? 'must be a text, a number or a boolean' : undefined),
    cost: (value: Scalar) => String(value).length,
    prepare: (value: Scalar) => String(value),
    holds,
  }) satisfies Operator<Name>
