import { type FlagConfig, operators, type Rule } from '@bunting/engine'
import { expect, test } from 'vitest'
import { changesBetween } from '../../src/features/diff/changes/changes-between.ts'
import { sayOperator } from '../../src/features/diff/words/operator-words.ts'
import { sayChanges } from '../../src/features/diff/words/words.ts'

const rule = (fields: Partial<Rule> = {}): Rule => ({
  id: 'pilot',
  name: 'Pilot',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [],
  value: 'compact',
  ...fields,
})
const config = (fields: Partial<FlagConfig> = {}): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue: 'classic',
  rules: [],
  ...fields,
})

/** Each change as one line, without its values; with plain spaces in place of non-breaking ones. */
const say = (before: FlagConfig | null, after: FlagConfig): string[] =>
  changesBetween(before, after).changes.map(({ where, what, why }) =>
    [`${where}: ${what}`, why].filter(Boolean).join('. ').replaceAll('\u00a0', ' '),
  )
const sayRule = (before: Partial<Rule>, after: Partial<Rule>) =>
  say(config({ rules: [rule(before)] }), config({ rules: [rule(after)] }))

const country = (...value: string[]) => ({ attribute: 'country', operator: 'in', value })

test('two configs that differ in their version alone have no changes', () => {
  expect(say(config({ version: 1, rules: [rule()] }), config({ version: 2, rules: [rule()] }))).toEqual([])
})

test('an optional field that is undefined is the same as one that is absent', () => {
  expect(
    say(config({ rules: [rule()] }), config({ rules: [{ ...rule(), ...{ bucketBy: undefined } } as Rule] })),
  ).toEqual([])
})

test('a flag is turned on and off', () => {
  const rules = [rule()]
  expect(say(config({ enabled: false, rules }), config({ rules }))).toEqual([
    'The flag: Turned on. Its rules are tried from the top.',
  ])
  expect(say(config({ rules }), config({ enabled: false, rules }))).toEqual([
    'The flag: Turned off. Everyone gets classic, whatever the rules say.',
  ])
})

test('the first version says all that it has', () => {
  const variants = [{ key: 'classic', value: 'classic' }]
  expect(say(null, config({ rules: [rule()], variants }))).toEqual([
    'The flag: First version, on. Its rules are tried from the top.',
    'Rule 1, Pilot: Rule added',
    'Everyone else: Gets classic',
    'Variant classic: Variant added',
  ])
})

test('the default is what everyone gets, or everyone else where there are rules', () => {
  expect(say(config(), config({ defaultValue: '' }))).toEqual(['Everyone: Gets "" instead of classic'])
  expect(say(config({ rules: [rule()] }), config({ rules: [rule()], defaultValue: 'compact' }))).toEqual([
    'Everyone else: Gets compact instead of classic',
  ])
})

test.each([
  [
    { rolloutPercentage: 10 },
    { rolloutPercentage: 25 },
    'Rollout from 10 % to 25 %. 15 more of every 100 people who match. Nobody in it now leaves.',
  ],
  [
    { rolloutPercentage: 25 },
    { rolloutPercentage: 12.5 },
    'Rollout from 25 % to 12.5 %. 12.5 fewer of every 100 people who match.',
  ],
  [
    { rolloutPercentage: 0.3 },
    { rolloutPercentage: 0.1 },
    'Rollout from 0.3 % to 0.1 %. 0.2 fewer of every 100 people who match.',
  ],
  [{}, { rolloutPercentage: 25 }, 'Rollout from all who match to 25 %. 75 fewer of every 100 people who match.'],
  [{ rolloutPercentage: 100 }, {}, 'Rollout from 100 % to all who match'],
  [{ enabled: false }, {}, 'Turned on'],
  [{}, { enabled: false }, 'Turned off'],
  [{}, { value: 'one-page' }, 'Gives one-page instead of compact'],
])('a rule: %j to %j', (before, after, words) => {
  expect(sayRule(before, after)).toEqual([`Rule 1, Pilot: ${words}`])
})

test('a rule can be renamed', () => {
  expect(sayRule({ name: '' }, { name: 'Staff' })).toEqual(['Rule 1, Staff: Renamed'])
  expect(sayRule({ name: 'Staff' }, { name: '' })).toEqual(['Rule 1: Name taken off'])
})

test('who is drawn by something else is drawn again, so nobody is promised to stay', () => {
  expect(sayRule({ rolloutPercentage: 10 }, { rolloutPercentage: 25, bucketBy: 'accountId' })).toEqual([
    'Rule 1, Pilot: Rollout from 10 % to 25 %. 15 more of every 100 people who match.',
    'Rule 1, Pilot: Drawn by accountId instead of the user. About 30 of every 100 people who match change sides: some who are in it now leave, and others join.',
  ])
})

test('nor is anybody where the conditions change as well', () => {
  const before = { conditions: [country('NL', 'BE')], rolloutPercentage: 10 }
  expect(sayRule(before, { conditions: [country('NL')], rolloutPercentage: 25 })).toEqual([
    'Rule 1, Pilot: Rollout from 10 % to 25 %. 15 more of every 100 people who match.',
    'Rule 1, condition 1: Removed BE',
  ])
})

test('a rule of the same name with another id draws everybody again', () => {
  expect(sayRule({ id: 'a', rolloutPercentage: 10 }, { id: 'b', rolloutPercentage: 10 })).toEqual([
    'Rule 1, Pilot: Everybody is drawn again. About 18 of every 100 people who match change sides: some who are in it now leave, and others join.',
  ])
  expect(sayRule({ id: 'a' }, { id: 'b' })).toEqual([])
})

test('a split is set, changed and taken away', () => {
  const half = [
    { variant: 'classic', weight: 1 },
    { variant: 'compact', weight: 1 },
  ]
  const uneven = [
    { variant: 'classic', weight: 1 },
    { variant: 'compact', weight: 2 },
  ]
  const split = (distribution: typeof half): Rule => {
    const { value: _value, ...rest } = rule()
    return { ...rest, distribution }
  }
  const sayRules = (before: Rule, after: Rule) => say(config({ rules: [before] }), config({ rules: [after] }))
  expect(sayRules(rule(), split(half))).toEqual(['Rule 1, Pilot: Splits over 2 variants instead of giving compact'])
  expect(sayRules(split(half), split(uneven))).toEqual([
    'Rule 1, Pilot: Split changed. About 17 of every 100 people in it get another variant.',
  ])
  expect(sayRules(split(half), split(half.toReversed()))).toEqual([
    'Rule 1, Pilot: Split in another order. All people in it get another variant.',
  ])
  expect(sayRules(split(half), rule())).toEqual(['Rule 1, Pilot: Gives compact instead of a split'])
})

test('a condition names the values that join and leave, and counts them where they are many', () => {
  const sayConditions = (before: Rule['conditions'], after: Rule['conditions']) =>
    sayRule({ conditions: before }, { conditions: after })
  expect(sayConditions([country('NL', 'BE')], [country('NL', 'BE', 'DE')])).toEqual(['Rule 1, condition 1: Added DE'])
  expect(sayConditions([country('NL', 'BE')], [country('NL', 'DE')])).toEqual([
    'Rule 1, condition 1: Added DE, removed BE',
  ])
  expect(sayConditions([country('NL')], [country('NL', 'A', 'B', 'C', 'D')])).toEqual([
    'Rule 1, condition 1: Added 4 values',
  ])
})

test('a condition that compares with one value says from what to what', () => {
  const atLeast = (value: string) => ({ attribute: 'appVersion', operator: 'semver_gte', value })
  expect(sayRule({ conditions: [atLeast('4.2.0')] }, { conditions: [atLeast('5.0.0')] })).toEqual([
    'Rule 1, condition 1: Value from 4.2.0 to 5.0.0',
  ])
})

test('conditions are added, removed, changed and joined in another way; their order makes no difference', () => {
  const email = { attribute: 'email', operator: 'is_set' }
  const noEmail = { attribute: 'email', operator: 'is_not_set' }
  const [nl, plan] = [country('NL'), { attribute: 'plan', operator: 'equals', value: 'pro' }]
  expect(sayRule({ conditions: [email, nl] }, { conditions: [nl, email] })).toEqual([])
  expect(sayRule({ conditions: [nl] }, { conditions: [nl, plan] })).toEqual(['Rule 1, condition 2: Condition added'])
  expect(sayRule({ conditions: [nl, plan] }, { conditions: [plan] })).toEqual([
    'Rule 1, condition 1: Condition removed',
  ])
  expect(sayRule({ conditions: [email] }, { conditions: [noEmail] })).toEqual([
    'Rule 1, condition 1: Condition changed',
  ])
  expect(sayRule({ conditions: [nl, plan] }, { conditions: [nl, plan], conditionOperator: 'OR' })).toEqual([
    'Rule 1, Pilot: Any one condition is enough',
  ])
})

const [a, b, c] = ['A', 'B', 'C'].map((name) => rule({ id: name, name })) as [Rule, Rule, Rule]

test('only the rule that was taken elsewhere has moved', () => {
  const why = 'Rules are tried from the top; the first that matches answers.'
  expect(say(config({ rules: [a, b, c] }), config({ rules: [c, a, b] }))).toEqual([
    `Rule 1, C: Moved up from 3 to 1. ${why}`,
  ])
  expect(say(config({ rules: [a, b, c] }), config({ rules: [b, c, a] }))).toEqual([
    `Rule 3, A: Moved down from 1 to 3. ${why}`,
  ])
})

test('a rule that comes or goes moves no other', () => {
  expect(say(config({ rules: [b, c] }), config({ rules: [a, b, c] }))).toEqual(['Rule 1, A: Rule added'])
  expect(say(config({ rules: [a, b, c] }), config({ rules: [b, c] }))).toEqual(['Rule 1, A: Rule removed'])
})

test('variants come, go, and stand for something else', () => {
  const variant = (key: string, value = key, description?: string) => ({
    key,
    value,
    ...(description ? { description } : {}),
  })
  const before = config({ variants: [variant('a'), variant('b'), variant('c')] })
  const after = config({ variants: [variant('b', 'other'), variant('c', 'c', 'The third'), variant('d')] })
  expect(say(before, after)).toEqual([
    'Variant b: Gives other instead of b',
    'Variant c: Described in other words',
    'Variant d: Variant added',
    'Variant a: Variant removed',
  ])
})

test('what stays is said as well', () => {
  const pilot = (rolloutPercentage: number) => rule({ conditions: [country('NL')], rolloutPercentage })
  const variants = [
    { key: 'classic', value: 'classic' },
    { key: 'compact', value: 'compact' },
  ]
  const before = config({ rules: [a, pilot(10), b], variants })
  const after = config({ rules: [a, pilot(25), b], variants })
  expect(changesBetween(before, after).unchanged).toBe(
    'rules 1 and 3, the conditions and the value of rule 2, the default classic, 2 variants',
  )
})

test('many changes fit on one line', () => {
  const summary = (before: FlagConfig | null, after: FlagConfig) => sayChanges(changesBetween(before, after).changes)
  expect(summary(config({ rules: [a] }), config({ rules: [{ ...a, enabled: false }] }))).toBe('Rule 1, A: turned off')
  expect(summary(config(), config({ enabled: false }))).toBe('Turned off')
  expect(summary(config({ rules: [a, b, c] }), config({ rules: [] }))).toBe(
    'Rule 1, A: rule removed, and 2 more changes',
  )
  expect(summary(config(), config())).toBe('The same as before')
})

test('operators are called as the engine calls them', () => {
  expect(operators.map(({ name }) => [name, sayOperator(name)])).toEqual(
    operators.map(({ name, label }) => [name, label]),
  )
})
