import type { FlagConfig } from '@bunting/engine'
import { describe, expect, test } from 'vitest'
import { filterFlags, sortFlags } from '../../src/features/flags/choose-flags.ts'
import { readFlagsSearch } from '../../src/features/flags/flags-search.ts'
import { suggestKey } from '../../src/format/suggest.ts'

type Flag = Parameters<typeof sortFlags>[0][number]

const config = (fields: Partial<FlagConfig> = {}): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue: true,
  rules: [],
  ...fields,
})

const flag = (key: string, fields: Partial<Flag> & { config?: FlagConfig; changedAt?: string } = {}): Flag => {
  const { config: latest, changedAt: createdAt = '2026-01-01', ...others } = fields
  return {
    id: key,
    orgId: 'org_1',
    projectId: 'proj_1',
    key,
    name: key,
    description: null,
    type: 'boolean',
    clientSafe: false,
    archivedAt: null,
    createdAt: '2026-01-01',
    versions: latest ? { env_1: { id: 'fv_1', version: 1, config: latest, createdAt } } : {},
    ...others,
  }
}

const keysOf = (flags: readonly Flag[]): string[] => flags.map(({ key }) => key)
const nowhere = {
  envId: 'env_1',
  stale: undefined,
  userId: 'user_me',
  today: '2026-03-01',
  favourites: new Set(['a']),
}
const choose = (flags: readonly Flag[], search: Parameters<typeof filterFlags>[1]): string[] =>
  keysOf(filterFlags(flags, search, nowhere))

describe('filters', () => {
  test('a text is found in the name and in the key, in any case', () => {
    const flags = [flag('checkout'), flag('b', { name: 'New CHECKOUT' }), flag('c')]
    expect(choose(flags, { q: ' Check ' })).toEqual(['checkout', 'b'])
  })

  test('archived flags are apart unless all are wanted', () => {
    const flags = [flag('a'), flag('b', { archivedAt: '2026-02-01' })]
    expect(choose(flags, {})).toEqual(['a'])
    expect(choose(flags, { show: 'archived' })).toEqual(['b'])
    expect(choose(flags, { show: 'all' })).toEqual(['a', 'b'])
  })

  test('a state is what the pennant shows', () => {
    const rule = { id: 'r', name: '', enabled: true, conditionOperator: 'AND', conditions: [], value: true } as const
    const condition = { attribute: 'country', operator: 'equals', value: 'NL' }
    const flags = [
      flag('on', { config: config() }),
      flag('rollout', { config: config({ rules: [{ ...rule, rolloutPercentage: 5 }] }) }),
      flag('rules', { config: config({ rules: [{ ...rule, conditions: [condition] }] }) }),
      flag('off', { config: config({ enabled: false }) }),
      flag('for-nobody', { config: config({ defaultValue: false }) }),
      flag('nothing'),
    ]
    expect(choose(flags, { state: 'on' })).toEqual(['on'])
    expect(choose(flags, { state: 'rollout' })).toEqual(['rollout'])
    expect(choose(flags, { state: 'rules' })).toEqual(['rules'])
    expect(choose(flags, { state: 'off' })).toEqual(['off', 'for-nobody'])
    expect(choose(flags, { state: 'nothing' })).toEqual(['nothing'])
  })

  test('stale is what the service says', () => {
    const stale = new Map([
      ['a', 'not_evaluated'],
      ['b', 'single_value'],
    ])
    const flags = [flag('a'), flag('b'), flag('c')]
    expect(keysOf(filterFlags(flags, { stale: 'any' }, { ...nowhere, stale }))).toEqual(['a', 'b'])
    expect(keysOf(filterFlags(flags, { stale: 'single_value' }, { ...nowhere, stale }))).toEqual(['b'])
  })
})

describe('what flags are found by', () => {
  const flags = [
    flag('a', { tags: ['web'], ownerId: 'user_me', kind: 'release', expectedEnd: '2026-02-28' }),
    flag('b', { ownerId: 'user_other', expectedEnd: '2026-03-01' }),
    flag('c', { tags: ['web shop'], description: 'About payments', kind: 'operational' }),
    flag('d', { archivedAt: '2026-02-01', expectedEnd: '2026-01-01' }),
  ]

  test('words are found in any order, in the description and the tags too', () => {
    expect(choose(flags, { q: 'shop PAY' })).toEqual(['c'])
    expect(choose(flags, { q: 'web' })).toEqual(['a', 'c'])
  })

  test('a tag is the whole tag', () => {
    expect(choose(flags, { tag: 'web' })).toEqual(['a'])
  })

  test('an owner is me, nobody, somebody, or a certain person', () => {
    expect(choose(flags, { owner: 'me' })).toEqual(['a'])
    expect(choose(flags, { owner: 'nobody' })).toEqual(['c'])
    expect(choose(flags, { owner: 'somebody' })).toEqual(['a', 'b'])
    expect(choose(flags, { owner: 'user_other' })).toEqual(['b'])
  })

  test('a kind, or none', () => {
    expect(choose(flags, { kind: 'operational' })).toEqual(['c'])
    expect(choose(flags, { kind: 'none' })).toEqual(['b'])
  })

  test('past its end is from the day after, and never of an archived one', () => {
    expect(choose(flags, { end: 'past', show: 'all' })).toEqual(['a'])
  })

  test('favourites are those of the person', () => {
    expect(choose(flags, { favourite: 'yes' })).toEqual(['a'])
  })
})

describe('order', () => {
  const flags = [
    flag('b', { name: 'beta', createdAt: '2026-01-02', config: config(), changedAt: '2026-01-03' }),
    flag('c', { name: 'Alpha', createdAt: '2026-01-04' }),
    flag('a', { name: 'gamma', createdAt: '2026-01-01', archivedAt: '2026-01-05' }),
  ]

  test('what changed last comes first', () => {
    expect(keysOf(sortFlags(flags, {}))).toEqual(['a', 'c', 'b'])
    expect(keysOf(sortFlags(flags, { order: 'reversed' }))).toEqual(['b', 'c', 'a'])
  })

  test('names and keys begin with A', () => {
    expect(keysOf(sortFlags(flags, { sort: 'name' }))).toEqual(['c', 'b', 'a'])
    expect(keysOf(sortFlags(flags, { sort: 'key' }))).toEqual(['a', 'b', 'c'])
    expect(keysOf(sortFlags(flags, { sort: 'key', order: 'reversed' }))).toEqual(['c', 'b', 'a'])
    expect(keysOf(sortFlags(flags, { sort: 'created' }))).toEqual(['c', 'b', 'a'])
  })
})

test('an address that makes no sense asks for nothing special', () => {
  expect(readFlagsSearch({ q: 42, show: 'gone', type: ['string'], sort: 'name', more: 1 })).toEqual({
    q: '42',
    sort: 'name',
  })
})

test.each([
  ['Checkout – layout (new)', 'checkout-layout-new'],
  ['  Über Größe 2.0 ', 'uber-grosse-2.0'],
  ['_private', 'private'],
  ['東京', ''],
  ['x'.repeat(200), 'x'.repeat(128)],
])('the key suggested for %j is %j', (name, key) => {
  expect(suggestKey(name)).toBe(key)
})
