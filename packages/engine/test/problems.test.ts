import { expect, test } from 'vitest'
import { configProblems, type FlagType, gatedFeatures, operators, type Takes } from '../src/index.ts'

const config = (fields: object) => ({ version: 1, enabled: true, defaultValue: true, rules: [], ...fields })
const pathsOf = (input: unknown, type: FlagType = 'boolean') => configProblems(input, type).map(({ path }) => path)

test('a config that is well has no problems', () => {
  expect(configProblems(config({}), 'boolean')).toEqual([])
  const variants = [{ key: 'a', value: 'x' }]
  const rules = [{ id: 'r', value: 'x' }, { distribution: [{ variant: 'a', weight: 1 }] }]
  expect(configProblems(config({ defaultValue: 'x', rules, variants }), 'string')).toEqual([])
})

test('values must fit the type', () => {
  const input = config({ defaultValue: 'x', rules: [{ value: true }, { value: 1 }] })
  expect(configProblems(input, 'boolean')).toEqual([
    { path: 'defaultValue', message: 'must be boolean' },
    { path: 'rules[1].value', message: 'must be boolean' },
  ])
  expect(pathsOf(config({ defaultValue: 1, variants: [{ key: 'a', value: 'x' }] }), 'number')).toEqual([
    'variants[0].value',
  ])
})

test('a boolean flag has no variants', () => {
  expect(pathsOf(config({ variants: [{ key: 'a', value: 'x' }] }))).toEqual(['variants'])
})

test('rule ids, variant keys and the variants of a split are there once', () => {
  const rules = [{ id: 'r', value: 'x' }, { id: 'r', value: 'x' }, { value: 'x' }, { value: 'x' }]
  expect(pathsOf(config({ defaultValue: 'x', rules }), 'string')).toEqual(['rules[1].id'])
  const variants = [
    { key: 'a', value: 'x' },
    { key: 'a', value: 'y' },
  ]
  expect(pathsOf(config({ defaultValue: 'x', variants }), 'string')).toEqual(['variants[1].key'])
  const split = [
    {
      distribution: [
        { variant: 'a', weight: 1 },
        { variant: 'a', weight: 1 },
        { variant: 'b', weight: 1 },
      ],
    },
  ]
  const paths = pathsOf(config({ defaultValue: 'x', rules: split, variants: [{ key: 'a', value: 'x' }] }), 'string')
  expect(paths).toEqual(['rules[0].distribution[2].variant', 'rules[0].distribution[1].variant'])
})

test('a rule has a value or a distribution, not both and not neither', () => {
  const variants = [{ key: 'a', value: 'x' }]
  const both = { value: 'x', distribution: [{ variant: 'a', weight: 1 }] }
  expect(pathsOf(config({ defaultValue: 'x', rules: [both, {}], variants }), 'string')).toEqual([
    'rules[0].distribution',
    'rules[1].value',
  ])
})

const unreadable: Record<Takes, unknown> = {
  one: ['x'],
  list: 'x',
  texts: 7,
  number: '7px',
  instant: '2026-02-30',
  version: '1.2',
  none: 'x',
  pattern: '(?=a)',
  countries: 'Germany',
}
const condition = (operator: string, value?: unknown) =>
  config({ rules: [{ value: true, conditions: [{ attribute: 'a', operator, value }] }] })

test.each(operators)('what $name cannot read is named', ({ name, takes }) => {
  expect(pathsOf(condition(name, unreadable[takes]))).toEqual(['rules[0].conditions[0].value'])
  const missing = takes === 'none' ? [] : ['rules[0].conditions[0].value']
  expect(pathsOf(condition(name))).toEqual(missing)
})

test('a pattern outside the dialect is refused with the reason', () => {
  const [problem] = configProblems(condition('regex', '(?=a)'), 'boolean')
  expect(problem?.message).toBe('must be a pattern in the RE2 dialect: invalid or unsupported Perl syntax: `(?=`')
  expect(pathsOf(condition('regex', 'a'.repeat(512)))).toEqual([])
  expect(pathsOf(condition('regex', 'a'.repeat(513)))).toEqual(['rules[0].conditions[0].value'])
})

test('a list has 1 to 1,000 values', () => {
  expect(pathsOf(condition('in', []))).toEqual(['rules[0].conditions[0].value'])
  expect(pathsOf(condition('in', Array(1_000).fill('x')))).toEqual([])
})

test('what the shape already refuses is not named twice', () => {
  const shapeless = [null, {}, [null], [['x']], Array(1_001).fill('x')]
  for (const value of shapeless) for (const { name } of operators) expect(pathsOf(condition(name, value))).toEqual([])
  expect(pathsOf(config({ defaultValue: null, rules: [{ value: null }] }))).toEqual([])
  expect(pathsOf(condition('sounds_like', 'x'))).toEqual([])
})

test('a boolean flag is split over true and false, each once', () => {
  const split = (...variants: string[]) => [{ distribution: variants.map((variant) => ({ variant, weight: 1 })) }]
  expect(pathsOf(config({ rules: split('true', 'false') }))).toEqual([])
  expect(pathsOf(config({ rules: split('a') }))).toEqual(['rules[0].distribution[0].variant'])
  expect(pathsOf(config({ rules: split('true', 'true') }))).toEqual(['rules[0].distribution[1].variant'])
})

test('parts of a wrong shape are passed over, never thrown at', () => {
  const odd = [
    null,
    undefined,
    7,
    'x',
    [],
    { rules: 7 },
    { rules: [null, 7, { conditions: 'x', distribution: 7, value: true }], variants: [null] },
  ]
  for (const input of odd) expect(Array.isArray(configProblems(input, 'boolean'))).toBe(true)
})

test('what needs a plan is named once, in order', () => {
  const rule = {
    id: 'r',
    name: '',
    enabled: true,
    conditionOperator: 'AND' as const,
    conditions: ['geo_country', 'equals', 'regex'].map((operator) => ({ attribute: 'a', operator, value: 'x' })),
    value: true,
  }
  const rules = [rule, { ...rule, rolloutPercentage: 0 }, { ...rule, distribution: [] }]
  expect(gatedFeatures({ version: 1, enabled: true, defaultValue: true, rules })).toEqual([
    'geo_country',
    'regex',
    'rolloutPercentage',
    'distribution',
  ])
  expect(gatedFeatures({ version: 1, enabled: true, defaultValue: true, rules: [] })).toEqual([])
})
