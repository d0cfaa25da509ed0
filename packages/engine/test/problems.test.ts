import { expect, test } from 'vitest'
import { configProblems, type FlagType, gatedFeatures, operators } from '../src/index.ts'

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

test('what an operator cannot read is named, whatever it is', () => {
  for (const { name, takes } of operators) {
    const bad = takes === 'none' ? 'anything' : {}
    const rules = [{ value: true, conditions: [{ attribute: 'a', operator: name, value: bad }] }]
    expect(pathsOf(config({ rules })), name).toEqual(['rules[0].conditions[0].value'])
  }
  const pattern = [{ value: true, conditions: [{ attribute: 'a', operator: 'regex', value: '(?=a)' }] }]
  expect(pathsOf(config({ rules: pattern }))).toEqual(['rules[0].conditions[0].value'])
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
  const condition = (operator: string) => ({ attribute: 'a', operator, value: 'x' })
  const rule = {
    id: 'r',
    name: '',
    enabled: true,
    conditionOperator: 'AND' as const,
    conditions: [condition('geo_country'), condition('equals'), condition('regex')],
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
