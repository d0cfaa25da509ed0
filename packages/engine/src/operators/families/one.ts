import { textOf } from '../../text.ts'
import type { FlagValue } from '../../types.ts'
import type { Operator, Test } from '../operator.ts'

/** Operators that compare with one value, by its text. */
export const oneValueOperator = <const Name extends string>(
  name: Name,
  label: string,
  test: (expected: string) => Test,
) =>
  ({
    name,
    label,
    takes: 'one',
    gated: false,
    problem: (value) => (textOf(value) === undefined ? 'must be a text, a number or a boolean' : undefined),
    compile: (value: FlagValue) => test(String(value)),
  }) satisfies Operator<Name>
