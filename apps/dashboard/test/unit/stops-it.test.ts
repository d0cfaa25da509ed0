import type { FlagConfig, Rule } from '@bunting/engine'
import { expect, test } from 'vitest'
import { copyRule } from '../../src/features/draft/edit.ts'
import { stopsIt } from '../../src/features/experiments/stops-it.ts'

const distribution = [
  { variant: 'classic', weight: 50 },
  { variant: 'one-page', weight: 50 },
]
const rule: Rule = {
  ...{ id: 'split', name: 'Everybody', enabled: true },
  ...{ conditionOperator: 'AND', conditions: [], distribution, rolloutPercentage: 20 },
}
const config: FlagConfig = {
  ...{ version: 1, enabled: true, defaultValue: 'classic' },
  variants: [
    { key: 'classic', value: 'classic' },
    { key: 'one-page', value: 'one-page' },
  ],
  rules: [rule],
}
const experiment = { ruleId: 'split', variants: distribution, unit: null }
const withRule = (change: Partial<Rule>): FlagConfig => ({ ...config, rules: [{ ...rule, ...change }] })
const stops = (after: FlagConfig) => stopsIt(experiment, config, after)

test('what leaves the split as it is stops no experiment', () => {
  expect(stops(config)).toBeUndefined()
  expect(stops(withRule({ rolloutPercentage: 80, name: 'Most' }))).toBeUndefined()
  expect(stops(withRule({ conditions: [{ attribute: 'country', operator: 'equals', value: 'NL' }] }))).toBeUndefined()
  expect(stops(withRule({ distribution: distribution.map((one) => ({ ...one, weight: 1 })) }))).toBeUndefined()
  expect(stops({ ...config, defaultValue: 'one-page' })).toBeUndefined()
})

test('what changes who gets which variant, or what it is, stops it', () => {
  expect(stops({ ...config, enabled: false })).toBe('the flag is turned off')
  expect(stops({ ...config, rules: [] })).toBe('its rule is removed')
  expect(stops(withRule({ enabled: false }))).toBe('its rule is turned off')
  expect(stops(withRule({ distribution: distribution.toReversed() }))).toBe('the split changes')
  expect(stops(withRule({ bucketBy: 'companyId' }))).toBe('people are split by something else')
  expect(stops(withRule({ hash: { kind: 'launchdarkly', salt: 'a', splitSalt: 'b' } }))).toBe(
    'people are split by another hash',
  )
  const { distribution: _, ...given } = rule
  expect(stops({ ...config, rules: [{ ...given, value: 'one-page' }] })).toBe('the split is taken out')
  const renamed = [
    { key: 'classic', value: 'classic' },
    { key: 'one-page', value: 'other' },
  ]
  expect(stops({ ...config, variants: renamed })).toBe('one-page gets another value')
})

test('a copied rule splits afresh, whichever service it was imported from', () => {
  const hash = { kind: 'launchdarkly', salt: 'a', splitSalt: 'b' } as const
  const copy = copyRule({ ...rule, hash })
  expect(copy.id).not.toBe(rule.id)
  expect(copy.hash).toEqual({ ...hash, splitSalt: expect.stringMatching(/^[0-9a-f]{24}$/) })
  expect(copyRule({ ...rule, hash: { kind: 'unleash', salt: 'a' } })).not.toHaveProperty('hash')
  // Without a split the people of a rollout stay the same.
  const { distribution: _, ...rollout } = rule
  expect(copyRule({ ...rollout, value: 'one-page', hash }).hash).toEqual(hash)
})
