import type { Scalar } from '../../types.ts'
import { textOf } from '../../values/text.ts'
import type { Operator } from '../operator.ts'

/** Operators that compare the attribute with one value, as texts. */
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
