import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { cases } from './support/conformance.ts'
import { functions } from './support/functions.ts'
import { expectNear } from './support/near.ts'

test('every function of the conformance data is known, and every one has data', () => {
  expect([...new Set(cases.map((one) => one.function))].sort()).toEqual(Object.keys(functions).sort())
})

test.each(Object.keys(functions))('%s', (name) =>
  everyCase(
    cases.filter((one) => one.function === name),
    ({ input, expect: expected, within = 1e-12 }) => expectNear(functions[name]?.(input), expected, within),
  ),
)
