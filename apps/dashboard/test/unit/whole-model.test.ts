import type { Condition, FlagConfig, Rule } from '@bunting/engine'
import { compileFit } from '@bunting/json-schema'
import { expect, test } from 'vitest'
import { changesBetween } from '../../src/features/diff/changes/changes-between.ts'
import { jsonLines } from '../../src/features/diff/config-json.ts'
import { changeRule, duplicateRule, moveRule, removeRule } from '../../src/features/draft/edit.ts'
import { mergeConfigs } from '../../src/features/draft/merge.ts'
import { answersOf, findDependants, removePrerequisite } from '../../src/features/draft/prerequisites.ts'
import { draftProblems, lockedParts, sayProblem } from '../../src/features/draft/problems.ts'
import { sayClash, sayPlace } from '../../src/features/draft/say-clash.ts'
import { isDraft } from '../../src/features/draft/storage/is-draft.ts'
import { readDocument } from '../../src/features/draft/typed/read-document.ts'
import { group, wholeConfig } from '../support/whole-config.ts'

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))
const say = (before: FlagConfig, after: FlagConfig): string[] =>
  changesBetween(before, after).changes.map(({ where, what }) => `${where}: ${what}`)

const inFirst = (change: (rule: Rule) => Rule): FlagConfig => changeRule(wholeConfig, 'grouped', change)
const withConditions = (...conditions: Condition[]): FlagConfig => inFirst((rule) => ({ ...rule, conditions }))
const [plain, , segments] = wholeConfig.rules[0]?.conditions ?? []

test('what was kept in the browser is a draft again, with all that a config can hold', () => {
  expect(isDraft(copy({ base: wholeConfig, config: wholeConfig }))).toBe(true)
  const damaged = copy(withConditions({ any: [{ all: 'everybody' }] } as never))
  expect(isDraft({ base: wholeConfig, config: damaged })).toBe(false)
})

test('nothing is wrong with it, and the Free plan lacks some of it', () => {
  expect(draftProblems(wholeConfig, 'json')).toEqual([])
  expect(lockedParts(wholeConfig, 'free')).toEqual(['segments', 'rollouts', 'splits', 'prerequisites'])
})

test('an edit leaves all else as it is', () => {
  const edited = inFirst((rule) => ({ ...rule, name: 'Renamed' }))
  expect(inFirst((rule) => ({ ...rule, name: 'Renamed' }))).not.toEqual(wholeConfig)
  expect(changeRule(edited, 'grouped', (rule) => ({ ...rule, name: 'Grouped' }))).toEqual(wholeConfig)
  expect(moveRule(moveRule(wholeConfig, 0, 1), 1, 0)).toEqual(wholeConfig)
  const twice = duplicateRule(wholeConfig, 'grouped')
  expect(twice.rules[1]).toMatchObject({ conditions: wholeConfig.rules[0]?.conditions, value: { columns: 3 } })
  expect(removeRule(twice, twice.rules[1]?.id ?? '')).toEqual(wholeConfig)
})

test('a copy of a split from another service is drawn anew, and a copy of a rollout is not', () => {
  const hash = { kind: 'growthbook2', salt: 'seed' } as const
  const [first] = wholeConfig.rules as [Rule]
  const copyOf = (more: object) =>
    duplicateRule({ ...wholeConfig, rules: [{ ...first, ...more, hash }] }, first.id).rules[1]
  expect(copyOf({ rolloutPercentage: 50 })).toHaveProperty('hash', hash)
  expect(copyOf({ distribution: [{ variant: 'a', weight: 1 }] })).not.toHaveProperty('hash')
})

test('a config without prerequisites has no list of them', () => {
  const one = removePrerequisite(wholeConfig, 'theme')
  expect(one.prerequisites).toEqual([{ flagKey: 'new-checkout', values: [true] }])
  expect(Object.keys(removePrerequisite(one, 'new-checkout'))).not.toContain('prerequisites')
})

test('a flag may not need one that needs it, by others too', () => {
  const needing = (key: string, ...keys: string[]) => ({
    key,
    versions: {
      here: { config: { ...wholeConfig, prerequisites: keys.map((flagKey) => ({ flagKey, values: [true] })) } },
    },
  })
  const flags = [needing('a', 'b'), needing('b', 'c', 'a'), needing('c', 'd'), needing('d'), needing('e')]
  expect([...findDependants(flags, 'here', 'd')].sort()).toEqual(['a', 'b', 'c'])
  expect([...findDependants(flags, 'here', 'e')]).toEqual([])
  expect([...findDependants(flags, 'elsewhere', 'd')]).toEqual([])
})

test('answers are chosen from what a flag can answer, each once', () => {
  expect(answersOf('boolean', undefined)).toEqual([true, false])
  expect(answersOf('json', wholeConfig)).toEqual([
    { layout: 'wide', columns: 3 },
    ['a', { b: [] }],
    wholeConfig.defaultValue,
  ])
})

test('what is not filled in is told where it is, in groups too', () => {
  const empty = withConditions({
    any: [
      { attribute: '', operator: 'in', value: [] },
      { operator: 'in_segment', value: [] },
    ],
  })
  const needing: FlagConfig = { ...empty, prerequisites: [{ flagKey: 'theme', values: [] }] }
  expect(draftProblems(needing, 'json').map(sayProblem)).toEqual([
    'Rule 1, condition 1.1: value needs a value.',
    'Rule 1, condition 1.1: attribute is missing.',
    'Rule 1, condition 1.2: value needs a segment.',
    'Prerequisite 1: an answer is missing.',
  ])
})

test('what does not fit the schema is told at its place in the value', () => {
  const fit = compileFit({ properties: { columns: { maximum: 2 } } })
  expect(draftProblems({ ...wholeConfig, defaultValue: '{' }, 'json', fit).map(sayProblem)).toEqual([
    'The default: value must be a JSON object or array, such as { "size": 10 }.',
    'Rule 1: value at columns must be at most 2.',
    'Variant 1: value at columns must be at most 2.',
  ])
})

test('what is written in another order is the same', () => {
  const reordered = { ...copy(wholeConfig), defaultValue: { steps: [1, 2, { last: null }], layout: 'classic' } }
  expect(say(wholeConfig, reordered)).toEqual([])
  expect(jsonLines(reordered)).toEqual(jsonLines(wholeConfig))
})

test('a document is another one where anything in it is', () => {
  const withDefault = (defaultValue: FlagConfig['defaultValue']) => ({ ...wholeConfig, defaultValue })
  expect(say(withDefault({ a: null }), withDefault({}))).toEqual(['Everyone else: Removes a'])
  expect(say(withDefault({ a: null }), withDefault([]))).toEqual(['Everyone else: Gets [] instead of {"a":null}'])
  expect(
    say(
      wholeConfig,
      inFirst((rule) => ({ ...rule, value: { layout: 'wide', columns: 4 } })),
    ),
  ).toEqual(['Rule 1, Grouped: Changes columns from 3 to 4'])
})

test('a group that changed shows which of its conditions did', () => {
  const other: Condition = {
    any: [
      { attribute: 'country', operator: 'in', value: ['NL', 'BE'] },
      { attribute: 'age', operator: 'gt', value: 18 },
    ],
  }
  const { changes } = changesBetween(withConditions(group), withConditions(other))
  expect(changes).toMatchObject([
    {
      where: 'Rule 1, condition 1',
      what: 'Condition changed',
      before: { condition: group, changed: expect.arrayContaining(['is in the segment beta', 'plan is free']) },
      after: { condition: other, changed: ['age is greater than 18'] },
    },
  ])
})

test('segments, case and whole groups come and go in words', () => {
  const one: Condition = { operator: 'in_segment', value: 'beta' }
  expect(say(withConditions(one), withConditions({ operator: 'in_segment', value: 'staff' }))).toEqual([
    'Rule 1, condition 1: Segment from beta to staff',
  ])
  expect(say(withConditions(one), withConditions({ operator: 'in_segment', value: ['beta', 'staff'] }))).toEqual([
    'Rule 1, condition 1: Added staff',
  ])
  const sharp: Condition = { attribute: 'plan', operator: 'equals', value: 'Team' }
  expect(say(withConditions(sharp), withConditions({ ...sharp, ignoreCase: true }))).toEqual([
    'Rule 1, condition 1: Ignores upper and lower case',
  ])
  expect(say(withConditions(one, group), withConditions(one))).toEqual(['Rule 1, condition 2: Condition removed'])
})

test('prerequisites come, go and take other answers', () => {
  const needing = (...prerequisites: NonNullable<FlagConfig['prerequisites']>) => ({ ...wholeConfig, prerequisites })
  const [checkout, theme] = [
    { flagKey: 'new-checkout', values: [true] },
    { flagKey: 'theme', values: ['dark', 'dim'] },
  ]
  expect(say(needing(checkout), needing({ flagKey: 'new-checkout', values: [false] }, theme))).toEqual([
    'The flag: Needs new-checkout to answer false instead of true',
    'The flag: Needs theme to answer dark or dim',
  ])
  expect(say(needing(checkout, theme), needing(theme))).toEqual(['The flag: No longer needs new-checkout'])
  expect(changesBetween(wholeConfig, { ...wholeConfig, enabled: false }).unchanged).toContain('what it needs')
})

test('what only they changed comes along, groups, prerequisites and documents too', () => {
  const mine = inFirst((rule) => ({ ...rule, name: 'Mine' }))
  const theirs: FlagConfig = {
    ...changeRule(wholeConfig, 'grouped', (rule) => ({ ...rule, conditions: [plain, segments] as Condition[] })),
    version: 2,
    defaultValue: { layout: 'new' },
    prerequisites: [{ flagKey: 'theme', values: ['light'] }],
  }
  const { config, clashes } = mergeConfigs({ base: wholeConfig, mine, theirs: copy(theirs) })
  expect(clashes).toEqual([])
  expect(config).toEqual(changeRule(theirs, 'grouped', (rule) => ({ ...rule, name: 'Mine' })))
})

test('mine stays where they only wrote the same another way', () => {
  const mine = withConditions(group)
  const theirs = {
    ...copy(wholeConfig),
    defaultValue: { steps: [1, 2, { last: null }], layout: 'classic' },
    version: 2,
  }
  const { config, clashes } = mergeConfigs({ base: wholeConfig, mine, theirs })
  expect(clashes).toEqual([])
  expect(config).toEqual({ ...mine, version: 2 })
})

test('prerequisites that both changed are one clash, in words', () => {
  const mine = removePrerequisite(removePrerequisite(wholeConfig, 'theme'), 'new-checkout')
  const theirs = { ...wholeConfig, version: 2, prerequisites: [{ flagKey: 'theme', values: ['light'] }] }
  const { config, clashes } = mergeConfigs({ base: wholeConfig, mine, theirs })
  expect(Object.keys(config)).not.toContain('prerequisites')
  const [clash] = clashes
  if (!clash) throw new Error('There is no clash.')
  expect(clashes).toHaveLength(1)
  expect(sayPlace(wholeConfig, clash.part)).toBe('What the flag needs')
  expect(sayClash(wholeConfig, clash, 'mine')).toBe('No longer needs new-checkout; No longer needs theme')
  expect(sayClash(wholeConfig, clash, 'theirs')).toBe(
    'Needs theme to answer light instead of dark or dim; No longer needs new-checkout',
  )
})

test('what is typed as JSON is a document, and what is none stays as it was typed', () => {
  expect(readDocument(' {"a": [1]} ')).toEqual({ a: [1] })
  expect(readDocument('[]')).toEqual([])
  for (const text of ['', '{', 'null', '12', '"a"']) expect(readDocument(text)).toBe(text)
  const half = { ...wholeConfig, defaultValue: '{"a":' }
  expect(draftProblems(half, 'json')).toEqual([
    { path: 'defaultValue', message: 'must be a JSON object or array, such as { "size": 10 }' },
  ])
})
