import { expect, test } from 'vitest'
import { convertSnapshot } from '../../src/moving-in/convert-snapshot.ts'
import { failureOf, imported, slug } from './support/imported.ts'

type Fields = Record<string, unknown>

const flag = (fields: Fields = {}): Fields => ({
  on: true,
  salt: 'saltyA',
  variations: [true, false],
  offVariation: 1,
  fallthrough: { variation: 1 },
  ...fields,
})

const segment = (fields: Fields = {}): Fields => ({ salt: 'saltyS', rules: [], ...fields })

const rule = (id: string, variation: number, ...clauses: Fields[]): Fields => ({
  id,
  variation,
  clauses: clauses.map((clause) => ({ negate: false, ...clause })),
})

const convert = (flags: Record<string, Fields>, segments: Record<string, Fields> = {}, admin?: unknown, rename = {}) =>
  convertSnapshot(
    { source: 'launchdarkly', environments: { Production: { flags, segments } }, ...(admin ? { admin } : {}) },
    { environments: new Map([['Production', slug]]), rename: new Map(Object.entries(rename)) },
  )

const open = (...given: Parameters<typeof convert>) => imported(convert(...given))

const user = (userId: string, attributes = {}) => ({ userId, attributes })

const split = (...weights: [variation: number, weight: number][]) => ({
  variations: weights.map(([variation, weight]) => ({ variation, weight })),
})

// LaunchDarkly's own vectors: userKeyA gets 0.42157587 for hashKey.saltyA, and 0.09801207 with seed 61.
test.for([
  [42_157, {}, false],
  [42_158, {}, true],
  [9_802, { seed: 61 }, true],
  [9_801, { seed: 61 }, false],
] as const)('a rollout of %i with %o answers userKeyA %s, as LaunchDarkly does', ([weight, seed, expected]) => {
  const rollout = { ...split([0, weight], [1, 100_000 - weight]), ...seed }
  const { answer } = open({ hashKey: flag({ fallthrough: { rollout } }) })
  expect(answer('hashKey', user('userKeyA'))).toBe(expected)
})

test('a context without what is drawn gets the first variation of a split', () => {
  const rollout = { ...split([0, 0], [1, 1], [0, 99_999]), contextKind: 'company' }
  const { answer, codes } = open({
    banner: flag({ variations: ['a', 'b'], offVariation: 0, fallthrough: { rollout } }),
  })
  expect(answer('banner', user('ada'))).toBe('b')
  expect(codes('banner')).toContain('no-unit-first exact')
})

test('a number with decimals is nothing to draw', () => {
  const rollout = { ...split([0, 1], [1, 99_999]), bucketBy: 'age' }
  const { answer } = open({ banner: flag({ fallthrough: { rollout } }) })
  expect(answer('banner', user('ada', { age: 1.5 }))).toBe(true)
  expect(answer('banner', user('ada', { age: 15 }))).toBe(false)
})

test('a boolean split that comes back to a value keeps each of its parts', () => {
  const { answer } = open({ hashKey: flag({ fallthrough: { rollout: split([0, 42_000], [1, 200], [0, 57_800]) } }) })
  expect(answer('hashKey', user('userKeyA'))).toBe(false)
  expect(answer('hashKey', user('userKeyB'))).toBe(true)
  expect(answer('hashKey', user('userKeyC'))).toBe(true)
})

test('weights that are too few leave the rest to the last variation', () => {
  const { answer } = open({ hashKey: flag({ fallthrough: { rollout: split([1, 10_000], [0, 10_000]) } }) })
  expect(answer('hashKey', user('userKeyB'))).toBe(true)
})

test('a flag that is off answers its off variation, and keeps its rules', () => {
  const { answer, config } = open({ banner: flag({ on: false, offVariation: 0 }) })
  expect(answer('banner', user('ada'))).toBe(true)
  expect(config('banner')?.rules).toHaveLength(1)
})

test('a flag without an off variation says that the code decided, and what decides now', () => {
  const { answer, codes } = open({ banner: flag({ on: false, offVariation: null, variations: ['a', 'b'] }) })
  expect(answer('banner')).toBe('b')
  expect(codes('banner')).toEqual(['no-code-default widened'])
})

test('targets come before rules, and those of other kinds are asked for their own key', () => {
  const targets = [{ variation: 0, values: ['ada'] }]
  const contextTargets = [
    { contextKind: 'company', variation: 1, values: ['acme'] },
    { contextKind: 'user', variation: 0, values: [] },
  ]
  const { answer } = open({ banner: flag({ targets, contextTargets }) })
  expect(answer('banner', user('ada'))).toBe(true)
  expect(answer('banner', user('ada', { 'company.key': 'acme' }))).toBe(false)
  expect(answer('banner', user('bob'))).toBe(false)
})

test('more targets than a condition holds become a segment', () => {
  const values = Array.from({ length: 1_001 }, (_, at) => `user-${at}`)
  const converted = convert({ banner: flag({ targets: [{ variation: 0, values }] }) })
  expect(Object.keys(converted.segments)).toEqual(['banner-target-user-0'])
  expect(imported(converted).answer('banner', user('user-1000'))).toBe(true)
})

test('a clause holds for any of its values and never where the attribute is missing, negated or not', () => {
  const clause = { attribute: 'plan', op: 'in', values: ['pro', 'team'], negate: true }
  const { answer } = open({ banner: flag({ rules: [rule('r1', 0, clause)] }) })
  expect(answer('banner', user('ada', { plan: 'team' }))).toBe(false)
  expect(answer('banner', user('ada', { plan: 'free' }))).toBe(true)
  expect(answer('banner', user('ada'))).toBe(false)
})

test.for([
  [{ op: 'startsWith', values: ['a', 'b'] }, 'bob', 'carl'],
  [{ op: 'contains', values: ['x'], negate: true }, 'ada', 'max'],
  [{ op: 'matches', values: ['^a.*z$'] }, 'abcz', 'abc'],
  [{ op: 'lessThan', values: [5, 10] }, 9, 10],
  [{ op: 'greaterThanOrEqual', values: [5, 10], negate: true }, 4, 5],
  [{ op: 'before', values: [1_769_860_800_000] }, '2026-01-31T11:59:59Z', '2026-01-31T12:00:00Z'],
  [{ op: 'after', values: ['2026-01-31T14:00:00+02:00'] }, 1_769_860_800_001, 1_769_860_800_000],
  [{ op: 'semVerGreaterThan', values: ['2'] }, '2.0.1', '2.0.0'],
] as const)('%o holds for %s and not for %s', ([clause, inside, outside]) => {
  const { answer } = open({ banner: flag({ rules: [rule('r1', 0, { attribute: 'a', ...clause })] }) })
  expect(answer('banner', user('ada', { a: inside }))).toBe(true)
  expect(answer('banner', user('ada', { a: outside }))).toBe(false)
})

test('attributes of other kinds and inner ones have names with dots, unless they are renamed', () => {
  const seats = { contextKind: 'company', attribute: '/plan/seats', op: 'greaterThan', values: [5] }
  const company = { contextKind: 'company', attribute: 'key', op: 'in', values: ['acme'] }
  const { answer } = open({ banner: flag({ rules: [rule('r1', 0, seats, company)] }) }, {}, undefined, {
    'company.key': 'companyId',
  })
  expect(answer('banner', user('ada', { 'company.plan.seats': 6, companyId: 'acme' }))).toBe(true)
})

test('which kinds a context has, and whether it is anonymous, shows in what it has', () => {
  const kind = rule('r1', 0, { attribute: 'kind', op: 'in', values: ['company'] })
  const known = rule('r2', 0, { attribute: 'anonymous', op: 'in', values: [false] })
  const { answer } = open({ kinds: flag({ rules: [kind] }), known: flag({ rules: [known] }) })
  expect(answer('kinds', user('ada'))).toBe(false)
  expect(answer('kinds', user('ada', { 'company.key': 'acme' }))).toBe(true)
  expect(answer('known', user('ada'))).toBe(true)
  expect(answer('known', user('ada', { anonymous: true }))).toBe(false)
})

test('a prerequisite asks for the value of a variation, of a flag that is on', () => {
  const child = flag({ prerequisites: [{ key: 'parent', variation: 1 }], fallthrough: { variation: 0 } })
  expect(open({ child, parent: flag() }).answer('child')).toBe(true)
  expect(open({ child, parent: flag({ on: false }) }).answer('child')).toBe(false)
  expect(open({ child }).answer('child')).toBe(false)
})

test('a prerequisite that values cannot tell apart is by hand', () => {
  const parent = flag({ variations: ['a', 'b', 'a'], rules: [rule('r1', 2)] })
  const { codes, answer } = open({ parent, child: flag({ prerequisites: [{ key: 'parent', variation: 0 }] }) })
  expect(codes('child')).toEqual(['same-value by-hand'])
  expect(answer('child')).toBe(false)
})

const inSegment = (key: string) =>
  flag({ rules: [rule('r1', 0, { attribute: '', op: 'segmentMatch', values: [key] })] })

test('whoever a segment includes is in, though another kind excludes them', () => {
  const beta = segment({
    excluded: ['ada', 'bob'],
    includedContexts: [{ contextKind: 'company', values: ['acme'] }],
    rules: [{ clauses: [{ attribute: 'plan', op: 'in', values: ['pro'] }] }],
  })
  const { answer } = open({ banner: inSegment('beta') }, { beta })
  expect(answer('banner', user('ada', { 'company.key': 'acme' }))).toBe(true)
  expect(answer('banner', user('ada', { plan: 'pro' }))).toBe(false)
  expect(answer('banner', user('eve', { plan: 'pro' }))).toBe(true)
})

const many = (word: string) => Array.from({ length: 20_001 }, (_, at) => `${word}-${at}`)

test('lists of a segment that are too long for a config become large segments', () => {
  const rules = [{ clauses: [{ attribute: 'plan', op: 'in', values: ['pro'] }] }]
  const beta = segment({ included: many('in'), excluded: many('out'), rules })
  const { segments } = convert({ banner: inSegment('beta') }, { beta })
  const large = Object.values(segments).filter((entry) => entry.large)
  expect(large.map(({ environments }) => environments[slug]?.included.length)).toEqual([20_001, 20_001])
  const { answer } = open({ banner: inSegment('beta') }, { beta })
  expect(answer('banner', user('in-20000'))).toBe(true)
  expect(answer('banner', user('out-20000', { plan: 'pro' }))).toBe(false)
  expect(answer('banner', user('eve', { plan: 'pro' }))).toBe(true)
  expect(answer('banner', user('eve'))).toBe(false)
})

test("a segment's part of people is drawn by its own salt", () => {
  const part = (weight: number) => segment({ salt: 'saltyA', rules: [{ clauses: [], weight }] })
  expect(open({ banner: inSegment('hashKey') }, { hashKey: part(42_158) }).answer('banner', user('userKeyA'))).toBe(
    true,
  )
  expect(open({ banner: inSegment('hashKey') }, { hashKey: part(42_157) }).answer('banner', user('userKeyA'))).toBe(
    false,
  )
})

test.for([
  ['operator', flag({ rules: [rule('r1', 0, { attribute: 'a', op: 'matches', values: ['(?=x)'] })] }), {}],
  ['operator', flag({ rules: [rule('r1', 0, { attribute: 'a', op: 'sounds', values: ['x'] })] }), {}],
  ['value-type', flag({ variations: [true, 'yes'] }), {}],
  ['no-code-default', flag({ fallthrough: { variation: 7 } }), {}],
  ['big', inSegment('big'), { big: segment({ unbounded: true }) }],
  ['no-salt', inSegment('part'), { part: { rules: [{ clauses: [], weight: 5 }] } }],
] as const)('%s: what cannot be had is by hand, and the flag is there, off', ([code, given, segments]) => {
  const { codes, config } = open({ banner: { ...given, on: true } }, segments)
  expect(codes('banner')).toContain(`${code} by-hand`)
  expect(config('banner')).toMatchObject({ enabled: false, rules: [] })
})

test('what needs a flag that is by hand is by hand too', () => {
  const parent = flag({ fallthrough: {} })
  const { codes } = open({ parent, child: flag({ prerequisites: [{ key: 'parent', variation: 0 }] }) })
  expect(codes('child')).toEqual(['failed-gate by-hand'])
})

test('names, tags, owners and what is archived come from the admin API', () => {
  const items = [
    {
      key: 'banner',
      name: 'The banner',
      tags: ['web'],
      temporary: true,
      _maintainer: { email: 'ada@example.com' },
      _links: { self: { href: '/api/v2/flags/shop/banner' } },
    },
    { key: 'old', archived: true, variations: [{ value: 'a' }] },
  ]
  const { flags } = convert({ banner: flag({ clientSideAvailability: { usingEnvironmentId: true } }) }, {}, { items })
  expect(flags.banner).toMatchObject({
    name: 'The banner',
    description: 'https://app.launchdarkly.com/projects/shop/flags/banner',
    tags: ['from-launchdarkly', 'web'],
    owner: 'ada@example.com',
    kind: 'release',
    clientSafe: true,
  })
  expect(flags.old).toMatchObject({ type: 'string', archived: true, environments: {} })
})

test('each environment goes where it is told, and others are left out', () => {
  const environments = {
    Test: { flags: { banner: flag() } },
    Production: { flags: { banner: flag({ on: false }), search: flag() } },
    Staging: { flags: { other: flag() } },
  }
  const to = new Map([
    ['Test', 'test'],
    ['Production', slug],
  ])
  const { flags } = convertSnapshot({ source: 'launchdarkly', environments }, { environments: to, rename: new Map() })
  expect(Object.keys(flags)).toEqual(['banner', 'search'])
  expect(flags.banner?.environments).toMatchObject({ test: { enabled: true }, [slug]: { enabled: false } })
  expect(Object.keys(flags.search?.environments ?? {})).toEqual([slug])
})

test('an environment that the snapshot lacks ends the import', () => {
  const choices = { environments: new Map([['Live', slug]]), rename: new Map() }
  const snapshot = { source: 'launchdarkly' as const, environments: { Test: { flags: {} } } }
  expect(() => convertSnapshot(snapshot, choices)).toThrow('no environment "Live"')
})

test('a key that cannot be had is the nearest, and keeps its people', () => {
  const rollout = split([0, 42_158], [1, 57_842])
  const converted = convert({ '.hashKey': flag({ fallthrough: { rollout } }) })
  expect(converted.flags.hashKey?.environments[slug]?.rules[0]?.hash?.salt).toBe('.hashKey.saltyA.')
  expect(imported(converted).codes('hashKey')).toContain('renamed widened')
})

test.for([
  ['two keys that become one', { '.a': flag(), a: flag() }, 'would both become "a"'],
  [
    'a circle of prerequisites',
    {
      a: flag({ prerequisites: [{ key: 'b', variation: 0 }] }),
      b: flag({ prerequisites: [{ key: 'a', variation: 0 }] }),
    },
    'a → b → a',
  ],
  ['what is no flag', { a: flag({ rules: 'none' }) }, 'flags.a.rules'],
] as const)('%s : the import ends, and says where', ([, flags, message]) => {
  expect(failureOf(() => convert(flags))).toContain(message)
})

test('the same snapshot always makes the same project', () => {
  const flags = { banner: flag({ fallthrough: { rollout: split([0, 50_000], [1, 50_000]) } }) }
  expect(convert(flags)).toEqual(convert(flags))
})
