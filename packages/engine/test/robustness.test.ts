import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EvaluationContext, evaluate, explain, type FlagConfig, operatorNames, operators } from '../src/index.ts'

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

test('explain agrees with evaluate on any config and context, and neither ever throws', () => {
  fc.assert(
    fc.property(config, context, (one, other) => {
      const result = evaluate('flag', one, other)
      expect(explain('flag', one, other).result).toEqual(result)
    }),
    { numRuns: 2_000 },
  )
})

test('what every object has by birth is no attribute', () => {
  const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
  for (const attribute of inherited) {
    for (const { name: operator } of operators) {
      if (operator === 'is_not_set') continue
      const texts = ['', 'function', '[object Object]', 'undefined', 'null']
      for (const text of texts) {
        const rules = [
          {
            id: 'r',
            name: '',
            enabled: true,
            conditionOperator: 'AND' as const,
            conditions: [{ attribute, operator, value: operator === 'in' || operator === 'not_in' ? [text] : text }],
            value: true,
          },
        ]
        const flag = { version: 1, enabled: true, defaultValue: false, rules }
        expect(evaluate('f', flag, { attributes: {} }).value, `${attribute} ${operator} ${text}`).toBe(false)
      }
    }
  }
})

test('a hostile pattern costs no more than the length of its input', () => {
  const conditions = [{ attribute: 'a', operator: 'regex', value: '^(a+)+$' }]
  const rules = [{ id: 'r', name: '', enabled: true, conditionOperator: 'AND' as const, conditions, value: true }]
  const flag = { version: 1, enabled: true, defaultValue: false, rules }
  // A backtracking engine would need longer than the universe has been there.
  expect(evaluate('f', flag, { attributes: { a: `${'a'.repeat(1_000)}!` } }).value).toBe(false)
})
