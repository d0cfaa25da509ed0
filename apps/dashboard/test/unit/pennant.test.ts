import type { FlagConfig, Rule } from '@bunting/engine'
import { expect, test } from 'vitest'
import { inkPath } from '../../src/ui/pennants/pennant-path.ts'
import { pennantState } from '../../src/ui/pennants/pennant-state.ts'
import { sayBunting, sayState } from '../../src/ui/pennants/pennant-words.ts'

const rule = (fields: Partial<Rule> = {}): Rule => ({
  id: 'rule',
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [],
  value: true,
  ...fields,
})
const config = (fields: Partial<FlagConfig> = {}): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue: 'a',
  rules: [],
  ...fields,
})
const conditions = [{ attribute: 'country', operator: 'equals', value: 'NL' }]
const distribution = [{ variant: 'a', weight: 1 }]

const say = (fields: Partial<FlagConfig>) => sayState(pennantState(config(fields)))

test('an environment without a version is a knot', () => {
  expect(pennantState(undefined)).toEqual({ kind: 'nothing' })
  expect(sayState(pennantState(undefined))).toBe('nothing yet')
})

test.each([
  ['on for everyone', {}],
  ['on for everyone', { rules: [rule()] }],
  ['on for everyone', { defaultValue: true }],
  ['on for nobody', { defaultValue: false }],
  ['off', { enabled: false }],
  ['off, rules waiting', { enabled: false, rules: [rule({ conditions })] }],
  ['on, rules decide', { rules: [rule({ conditions })] }],
  ['on, prerequisites decide', { prerequisites: [{ flagKey: 'parent', values: [true] }] }],
  ['off, prerequisites waiting', { enabled: false, prerequisites: [{ flagKey: 'parent', values: [true] }] }],
  ['on, rules decide', { rules: [rule({ distribution })] }],
  ['on, rules decide', { rules: [rule({ conditions, rolloutPercentage: 100 })] }],
  ['on, rules decide, rolled out to 10\u00a0%', { rules: [rule({ conditions, rolloutPercentage: 10 })] }],
  ['rolled out to 50\u00a0%', { rules: [rule({ rolloutPercentage: 50 })] }],
  ['on for nobody', { rules: [rule({ rolloutPercentage: 0 })] }],
  ['rolled out to 60\u00a0%', { rules: [rule({ rolloutPercentage: 20 }), rule({ rolloutPercentage: 60 })] }],
])('%s: %j', (words, fields) => {
  expect(say(fields)).toBe(words)
})

test('a rule that is off neither forks the tail nor counts as a share', () => {
  expect(say({ rules: [rule({ enabled: false, conditions, rolloutPercentage: 5 })] })).toBe('on for everyone')
})

test('an outline has no ink, and a full pennant all of it', () => {
  expect(inkPath({ forked: false, share: 0 })).toBeUndefined()
  expect(inkPath({ forked: false, share: 1 })).toBe('M2.25 6H15.75L9 21.5Z')
  expect(inkPath({ forked: true, share: 1 })).toBe('M2.25 6H15.75L14.15 21L9 16.25L3.85 21Z')
})

test.each([
  ['half of the area of a plain one', { forked: false, share: 0.5 }, 'M2.25 6H15.75L13.77 10.54H4.23Z'],
  ['a quarter of a big forked one', { forked: true, share: 0.25, big: true }, 'M2.25 6H15.75L15.35 9.75H2.65Z'],
  ['at least three units of a small one', { forked: true, share: 0.01 }, 'M2.25 6H15.75L15.43 9H2.57Z'],
  ['around the notch', { forked: true, share: 0.9 }, 'M2.25 6H15.75L14.63 16.5H9.27L9 16.25L8.73 16.5H3.37Z'],
  ['never all of a small one', { forked: false, share: 0.99 }, 'M2.25 6H15.75L10.96 17H7.04Z'],
])('the ink is %s', (_name, shape, path) => {
  expect(inkPath(shape)).toBe(path)
})

test('the picture of a flag is one sentence for each environment', () => {
  const hung = [
    { name: 'Production', protected: true, state: pennantState(config({ rules: [rule({ conditions })] })) },
    { name: 'Staging', protected: false, state: pennantState(undefined) },
  ]
  expect(sayBunting(hung)).toBe('Production: on, rules decide, protected. Staging: nothing yet')
})
