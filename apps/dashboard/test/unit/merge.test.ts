import type { FlagConfig, Rule } from '@bunting/engine'
import { expect, test } from 'vitest'
import { mergeConfigs } from '../../src/features/draft/merge.ts'
import { sayClash, sayPlace } from '../../src/features/draft/say-clash.ts'

const rule = (id: string, fields: Partial<Rule> = {}): Rule => ({
  id,
  name: id,
  enabled: true,
  conditionOperator: 'AND',
  conditions: [],
  value: true,
  ...fields,
})

const config = (rules: Rule[], fields: Partial<FlagConfig> = {}): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue: false,
  rules,
  ...fields,
})

const [a, b, c] = [rule('a'), rule('b'), rule('c')]
const base = config([a, b, c])
const ids = ({ rules }: FlagConfig) => rules.map(({ id }) => id)

test('what only one of us changed is as they or I left it, part by part of a rule', () => {
  const mine = config([rule('a', { rolloutPercentage: 10 }), b, c])
  const theirs = config([rule('a', { enabled: false }), b, c], { version: 2, defaultValue: true })
  const { config: merged, clashes } = mergeConfigs({ base, mine, theirs })
  expect(clashes).toEqual([])
  expect(merged).toEqual(
    config([rule('a', { rolloutPercentage: 10, enabled: false }), b, c], { version: 2, defaultValue: true }),
  )
})

test('the same change on both sides is no clash', () => {
  const changed = config([rule('a', { value: false }), b, c])
  expect(mergeConfigs({ base, mine: changed, theirs: changed })).toEqual({ config: changed, clashes: [] })
})

test('where both changed the same part, the choice decides, and each side is told in words', () => {
  const mine = config([rule('a', { rolloutPercentage: 10 }), b, c])
  const theirs = config([rule('a', { rolloutPercentage: 20 }), b, c])
  const { config: kept, clashes } = mergeConfigs({ base, mine, theirs })
  expect(kept.rules[0]?.rolloutPercentage).toBe(10)
  expect(mergeConfigs({ base, mine, theirs }, () => 'theirs').config.rules[0]?.rolloutPercentage).toBe(20)
  const [clash] = clashes
  if (!clash) throw new Error('There is no clash.')
  expect(sayPlace(base, clash.part)).toBe('Rule 1, a')
  expect(sayClash(base, clash, 'mine')).toMatch(/^Rollout from all who match to 10\s%$/)
  expect(sayClash(base, clash, 'theirs')).toMatch(/^Rollout from all who match to 20\s%$/)
})

test('a value against a split is one clash: a rule gives the one or the other, never both', () => {
  const variants = [
    { key: 'x', value: 'x' },
    { key: 'y', value: 'y' },
  ]
  const { value: _, ...open } = rule('a')
  const split = { ...open, distribution: [{ variant: 'x', weight: 1 }] }
  const start = config([rule('a', { value: 'x' })], { variants })
  const versions = {
    base: start,
    mine: config([split], { variants }),
    theirs: config([rule('a', { value: 'y' })], { variants }),
  }
  expect(mergeConfigs(versions).config.rules).toEqual([split])
  expect(mergeConfigs(versions, () => 'theirs').config.rules).toEqual([rule('a', { value: 'y' })])
})

test('a rule that one removed and the other left alone is gone; one that the other changed is a clash', () => {
  const without = config([b, c])
  expect(ids(mergeConfigs({ base, mine: without, theirs: base }).config)).toEqual(['b', 'c'])
  expect(ids(mergeConfigs({ base, mine: base, theirs: without }).config)).toEqual(['b', 'c'])
  const changed = config([rule('a', { enabled: false }), b, c])
  const { config: merged, clashes } = mergeConfigs({ base, mine: without, theirs: changed }, () => 'theirs')
  expect(clashes).toHaveLength(1)
  expect(merged).toEqual(changed)
})

test('new rules of both stay, each after the one it followed', () => {
  const mine = config([a, rule('mine'), b, c])
  const theirs = config([a, b, rule('theirs'), c])
  const { config: merged, clashes } = mergeConfigs({ base, mine, theirs })
  expect(clashes).toEqual([])
  expect(ids(merged)).toEqual(['a', 'mine', 'b', 'theirs', 'c'])
})

test('an order that one changed holds; two orders are a clash', () => {
  const [mine, theirs] = [config([c, a, b]), config([b, a, c])]
  expect(ids(mergeConfigs({ base, mine, theirs: base }).config)).toEqual(['c', 'a', 'b'])
  const { clashes } = mergeConfigs({ base, mine, theirs })
  expect(clashes.map(({ part }) => part)).toEqual([{ kind: 'order' }])
  expect(ids(mergeConfigs({ base, mine, theirs }, () => 'theirs').config)).toEqual(['b', 'a', 'c'])
})

test('variants are merged by their keys', () => {
  const start = config([], { variants: [{ key: 'x', value: 1 }] })
  const mine = config([], { variants: [{ key: 'x', value: 2 }] })
  const theirs = config([], {
    variants: [
      { key: 'x', value: 1 },
      { key: 'y', value: 3 },
    ],
  })
  expect(mergeConfigs({ base: start, mine, theirs }).config.variants).toEqual([
    { key: 'x', value: 2 },
    { key: 'y', value: 3 },
  ])
})
