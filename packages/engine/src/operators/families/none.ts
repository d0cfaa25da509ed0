import type { Operator, Test } from '../operator.ts'

/** Operators that only look at the attribute. */
export const noValueOperator = <const Name extends string>(name: Name, label: string, test: Test) =>
  ({
    name,
    label,
    takes: 'none',
    gated: false,
    problem: (value) => (value === undefined ? undefined : 'must be absent: the operator takes no value'),
    compile: () => test,
  }) satisfies Operator<Name>
