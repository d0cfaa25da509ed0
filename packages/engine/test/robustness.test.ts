import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Condition,
  type ConditionValue,
  type EvaluationContext,
  explain,
  type FlagConfig,
  operatorNames,
  operators,
  type Takes,
} from '../src/index.ts'
import { evaluate, sourceOf } from './support/evaluate.ts'

const value = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom('1.2.3', '2026-01-01', '42', 'DE', '^a+$'),
)
const name = fc.constantFrom('plan', 'age', 'userId', '__proto__', 'constructor', 'toString', 'country')
const condition = fc.record({
  attribute: name,
  operator: fc.constantFrom(...operatorNames, 'from_the_future'),
  value: fc.oneof(value, fc.array(value, { maxLength: 3 })),
})
const rule = fc.record(
  {
    id: fc.string({ minLength: 1, maxLength: 4 }),
    name: fc.constant(''),
    enabled: fc.boolean(),
    conditionOperator: fc.constantFrom('AND' as const, 'OR' as const),
    conditions: fc.array(condition, { maxLength: 4 }),
    value: fc.constantFrom('x', 'y'),
    rolloutPercentage: fc.constantFrom(0, 12.345, 50, 100),
    distribution: fc.constantFrom(
      [{ variant: 'a', weight: 1 }],
      [
        { variant: 'a', weight: 1 },
        { variant: 'b', weight: 2 },
      ],
      [{ variant: 'nobody', weight: 1 }],
    ),
    bucketBy: name,
  },
  { requiredKeys: ['id', 'name', 'enabled', 'conditionOperator', 'conditions'] },
)
const config = fc.record({
  version: fc.constant(1),
  enabled: fc.boolean(),
  defaultValue: fc.constant('x'),
  rules: fc.array(rule, { maxLength: 5 }),
  variants: fc.constant([
    { key: 'a', value: 'x' },
    { key: 'b', value: 'y' },
  ]),
}) as fc.Arbitrary<FlagConfig>
const context = fc.record(
  {
    userId: fc.oneof(fc.string(), fc.constant(null)),
    anonymousId: fc.string(),
    attributes: fc.oneof(fc.dictionary(fc.oneof(name, fc.string()), fc.anything()), fc.constant(null)),
    proxyCountry: fc.constant('de'),
  },
  { requiredKeys: [] },
) as unknown as fc.Arbitrary<EvaluationContext>

test('explain and a compiled flag agree on any config and context, and never throw', () => {
  fc.assert(
    fc.property(config, context, (one, other) => {
      const result = evaluate('flag', one, other)
      expect(explain('flag', sourceOf('flag', one), other).result).toEqual(result)
    }),
    { numRuns: 2_000 },
  )
})

const readable: Record<Takes, ConditionValue | undefined> = {
  one: 'x',
  list: ['x', 'NaN', 'Infinity'],
  texts: '',
  number: 0,
  instant: '2026-01-01',
  version: '1.0.0',
  none: undefined,
  pattern: '',
  countries: 'DE',
}

/** A flag that is true if the condition holds. */
const flagOf = (condition: Condition): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue: false,
  rules: [{ id: 'r', name: '', enabled: true, conditionOperator: 'AND', conditions: [condition], value: true }],
})

test.each(operators)(
  '$name takes what every object has by birth for a missing attribute',
  ({ name: operator, takes }) => {
    for (const attribute of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      const flag = flagOf({ attribute, operator, value: readable[takes] })
      expect(evaluate('f', flag, { attributes: {} }).value, attribute).toBe(operator === 'is_not_set')
    }
  },
)

test.each(operators)(
  '$name takes a number that JSON cannot carry for a missing attribute',
  ({ name: operator, takes }) => {
    const flag = flagOf({ attribute: 'plan', operator, value: readable[takes] })
    for (const plan of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(evaluate('f', flag, { attributes: { plan } }).value).toBe(operator === 'is_not_set')
    }
  },
)

test('a hostile pattern costs no more than the length of its input', () => {
  const flag = flagOf({ attribute: 'a', operator: 'regex', value: '^(a+)+$' })
  // A backtracking engine would take longer than the age of the universe.
  expect(evaluate('f', flag, { attributes: { a: `${'a'.repeat(1_000)}!` } }).value).toBe(false)
})
