import type { Operator } from '../operator.ts'

/** Operators that only look at the attribute. */
export const noValueOperator = <const Name extends string>(
  name: Name,
  label: string,
  holds: (actual: unknown) => boolean,
) =>
  ({
    name,
    label,
    takes: 'none',
    gated: false,
    problem: (value) => (value === undefined ? undefined : 'must be absent: the operator takes no value'),
    cost: () => 0,
    prepare: () => undefined,
    holds,
  }) satisfies Operator<Name>
