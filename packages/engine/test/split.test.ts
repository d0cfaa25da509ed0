import { expect, test } from 'vitest'
import { compileFlags, compileSplit, type Rule } from '../src/index.ts'

const units = Array.from({ length: 500 }, (_, at) => `unit-${at}`)

const rule = (fields: Partial<Rule> = {}): Rule => ({
  id: 'r1',
  name: 'Split',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [],
  distribution: [
    { variant: 'red', weight: 1 },
    { variant: 'blue', weight: 3 },
  ],
  ...fields,
})

/** What an evaluation says, by the whole flag. */
const evaluated = (split: Rule, contextOf: (unit: string) => object): unknown[] => {
  const variants = [
    { key: 'red', value: '#f00' },
    { key: 'blue', value: '#00f' },
  ]
  const config = { version: 1, enabled: true, defaultValue: '', rules: [split], variants }
  const flags = new Map([['colour', { type: 'string', config }]])
  const flag = compileFlags({ format: 2, flags, segments: new Map() }).flags.get('colour')
  return units.map((unit) => flag?.evaluate(contextOf(unit)).variant)
}

test('the split alone gives every unit the variant that an evaluation gives', () => {
  const byUser = (unit: string) => ({ userId: unit })
  for (const split of [rule(), rule({ hash: { kind: 'unleash', salt: 'group' } })]) {
    const { variantOf } = compileSplit('colour', split)
    const expected = evaluated(split, byUser)
    expect(new Set(expected)).toEqual(new Set(['red', 'blue']))
    expect(units.map(variantOf)).toEqual(expected)
  }
})

test('its unit is what the rule buckets by', () => {
  const split = rule({ bucketBy: 'company' })
  const { unitOf, variantOf } = compileSplit('colour', split)
  const byCompany = (unit: string) => ({ userId: 'ada', attributes: { company: unit } })
  expect(units.map((unit) => variantOf(unitOf(byCompany(unit)) as string))).toEqual(evaluated(split, byCompany))
  expect(unitOf({ userId: 'ada' })).toBeUndefined()
})
