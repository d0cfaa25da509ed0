import { expect, test } from 'vitest'
import { convertSnapshot } from '../../src/moving-in/convert-snapshot.ts'
import type { Choices } from '../../src/moving-in/converted.ts'
import { failureOf, imported, slug } from './support/imported.ts'

type Fields = Record<string, unknown>

const flag = (name: string, fields: Fields = {}): Fields => ({ name, enabled: true, strategies: [], ...fields })

const convert = (features: readonly Fields[], more: Fields = {}, choices: Partial<Choices> = {}, admin?: unknown) =>
  convertSnapshot(
    { source: 'unleash', environments: { production: { features, ...more } }, ...(admin ? { admin } : {}) },
    { environments: new Map([['production', slug]]), rename: new Map(), ...choices },
  )

const open = (...given: Parameters<typeof convert>) => imported(convert(...given))

const rollout = (percentage: number, groupId: string, fields: Fields = {}): Fields => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percentage), groupId, stickiness: 'default' },
  ...fields,
})

const only = (constraint: Fields): Fields => ({ name: 'default', constraints: [constraint] })

const user = (userId: string, attributes = {}) => ({ userId, attributes })

const variants = (...weights: [name: string, weight: number, fields?: Fields][]) =>
  weights.map(([name, weight, fields]) => ({ name, weight, ...fields }))

test('a flag without strategies is on for everyone, and one that is off for nobody', () => {
  const { answer } = open([flag('a'), flag('b', { enabled: false })])
  expect(answer('a')).toBe(true)
  expect(answer('b')).toBe(false)
})

// Unleash's own vectors: 123 is in bucket 73 of gr1, 25 in bucket 55 of Feature.flexibleRollout.userId.55.
test.for([
  ['gr1', '123', 73, true],
  ['gr1', '123', 72, false],
  ['Feature.flexibleRollout.userId.55', '25', 55, true],
  ['Feature.flexibleRollout.userId.55', '25', 54, false],
] as const)('in the group %s, %s at %i %% is %s, as Unleash has it', ([groupId, userId, percentage, expected]) => {
  const { answer } = open([flag('a', { strategies: [rollout(percentage, groupId)] })])
  expect(answer('a', user(userId))).toBe(expected)
})

test('half a bucket is none', () => {
  const { config } = open([flag('a', { strategies: [rollout(33.5, 'a')] })])
  expect(config('a')?.rules[0]?.rolloutPercentage).toBe(33)
})

test('stickiness says what is drawn, and whoever lacks it is not in', () => {
  const sticky = (stickiness: string) =>
    flag(stickiness, {
      strategies: [{ name: 'flexibleRollout', parameters: { rollout: '100', groupId: 'g', stickiness } }],
    })
  const { answer } = open([sticky('default'), sticky('userId'), sticky('sessionId'), sticky('company')])
  expect(answer('default')).toBe(true)
  expect(answer('userId', { anonymousId: 's1' })).toBe(false)
  expect(answer('sessionId', { anonymousId: 's1' })).toBe(true)
  expect(answer('company', user('ada'))).toBe(false)
  expect(answer('company', user('ada', { company: 'acme' }))).toBe(true)
})

test('what was drawn anew each time is drawn by user, and said so', () => {
  const random = { name: 'gradualRolloutRandom', parameters: { percentage: '50' } }
  const { codes, config } = open([flag('a', { strategies: [random] })])
  expect(codes('a')).toEqual(['random-unit widened'])
  expect(config('a')?.rules[0]).toMatchObject({ rolloutPercentage: 50, hash: { kind: 'unleash', salt: 'a:' } })
})

test('the users of a list are in, also where they are more than a condition holds', () => {
  const few = { name: 'userWithId', parameters: { userIds: 'ada, bob' } }
  const ids = Array.from({ length: 1_001 }, (_, at) => `user-${at}`)
  const many = { name: 'userWithId', parameters: { userIds: ids.join(',') } }
  const { answer } = open([flag('few', { strategies: [few] }), flag('many', { strategies: [many] })])
  expect(answer('few', user('bob'))).toBe(true)
  expect(answer('few', user('eve'))).toBe(false)
  expect(answer('many', user('user-1000'))).toBe(true)
  expect(answer('many', user('ada'))).toBe(false)
})

test.for([
  [{ operator: 'IN', values: ['x'] }, 'x', 'y', false],
  [{ operator: 'NOT_IN', values: ['x'] }, 'y', 'x', true],
  [{ operator: 'IN', values: ['x'], inverted: true }, 'y', 'x', true],
  [{ operator: 'STR_STARTS_WITH', values: ['AB', 'c'], caseInsensitive: true }, 'abc', 'bc', false],
  [{ operator: 'STR_CONTAINS', values: ['b'], inverted: true }, 'acd', 'abc', true],
  [{ operator: 'NUM_EQ', value: '5' }, '5.0', 6, false],
  [{ operator: 'NUM_LTE', value: '5' }, 5, 6, false],
  [{ operator: 'SEMVER_GTE', value: '2.0.0' }, '2.0.0', '2.0.0-beta', false],
  [{ operator: 'REGEX', value: '^AB', caseInsensitive: true }, 'abc', 'cab', false],
] as const)('%o holds for %s, not for %s, and without it: %s', ([constraint, inside, outside, without]) => {
  const { answer } = open([flag('a', { strategies: [only({ contextName: 'field', ...constraint })] })])
  expect(answer('a', user('ada', { field: inside }))).toBe(true)
  expect(answer('a', user('ada', { field: outside }))).toBe(false)
  expect(answer('a', user('ada'))).toBe(without)
})

test('the environment is known when a flag is imported', () => {
  const { answer, config } = open([
    flag('a', { strategies: [only({ contextName: 'environment', operator: 'IN', values: ['production'] })] }),
    flag('b', { strategies: [only({ contextName: 'environment', operator: 'IN', values: ['staging'] })] }),
  ])
  expect(answer('a')).toBe(true)
  expect(config('b')?.rules).toEqual([])
})

test('a date that is over is decided, one that comes is said, and without a clock it is by hand', () => {
  const dated = flag('a', {
    strategies: [only({ contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-31T12:00:00Z' })],
  })
  const noon = Date.parse('2026-01-31T12:00:00Z')
  const after = open([dated], {}, { nowMs: noon + 1 })
  const before = open([dated], {}, { nowMs: noon })
  expect([after.answer('a'), after.codes('a')]).toEqual([true, ['schedule exact']])
  expect([before.answer('a'), before.codes('a')]).toEqual([false, ['schedule widened', 'never exact']])
  expect(open([dated]).codes('a')).toEqual(['schedule by-hand'])
})

test('a segment holds all its constraints, and one that is not there holds for nobody', () => {
  const segments = [
    { id: 3, name: 'Pro users', constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }] },
  ]
  const of = (...ids: number[]) => flag(`of-${ids}`, { strategies: [{ name: 'default', segments: ids }] })
  const converted = convert([of(3), of(4)], { segments })
  const { answer } = imported(converted)
  expect(converted.segments['Pro-users-3']?.name).toBe('Pro users')
  expect(answer('of-3', user('ada', { plan: 'pro' }))).toBe(true)
  expect(answer('of-3', user('ada'))).toBe(false)
  expect(answer('of-4', user('ada', { plan: 'pro' }))).toBe(false)
})

// Unleash's own vectors: with 33/33/33 in Feature.Variants.C, 232 gets the first, 607 the second, 656 the third.
test.for([
  [5, '232', 'one'],
  [5, '607', 'two'],
  [5, '656', 'three'],
  [4, '315', 'one'],
  [4, '320', 'two'],
  [4, '729', 'three'],
] as const)('with specification %i, %s gets variant %s', ([unleashSpec, userId, expected]) => {
  const shares = variants(['one', 33], ['two', 33], ['three', 33])
  const { evaluate } = open([flag('Feature.Variants.C', { variants: shares })], {}, { unleashSpec })
  expect(evaluate('Feature.Variants.C.variant', user(userId))).toMatchObject({ value: expected, variant: expected })
})

test('a flag with variants is on, and its variant has the payload', () => {
  const payload = { type: 'json', value: '{"size":3}' }
  const { answer, evaluate } = open([flag('a', { variants: variants(['big', 1_000, { payload }]) })])
  expect(answer('a')).toBe(true)
  expect(evaluate('a.variant', {})).toMatchObject({ value: { size: 3 }, variant: 'big' })
})

test('while a flag is off, its variant is called disabled', () => {
  const { evaluate } = open([flag('a', { enabled: false, variants: variants(['big', 1_000]) })])
  expect(evaluate('a.variant', {})).toMatchObject({ value: 'disabled', variant: 'disabled' })
})

test('overrides come before the draw', () => {
  const overrides = [{ contextName: 'plan', values: ['pro'] }]
  const { answer } = open([flag('a', { variants: variants(['one', 1, { overrides }], ['two', 999]) })])
  expect(answer('a.variant', user('ada', { plan: 'pro' }))).toBe('one')
  expect(answer('a.variant', user('ada'))).toBe('two')
})

test('the first strategy that holds gives the variant, of its own or of the flag', () => {
  const pro = { ...only({ contextName: 'plan', operator: 'IN', values: ['pro'] }), variants: variants(['own', 1]) }
  const { answer } = open([flag('a', { strategies: [pro, rollout(100, 'a')], variants: variants(['shared', 1]) })])
  expect(answer('a.variant', user('ada', { plan: 'pro' }))).toBe('own')
  expect(answer('a.variant', user('ada'))).toBe('shared')
})

test("yggdrasil's answers are had where they are wanted", () => {
  const given = [flag('a', { strategies: [rollout(100, 'a'), rollout(100, 'a', { variants: variants(['own', 1]) })] })]
  const [node, yggdrasil] = [open(given), open(given, {}, { unleashEngine: 'yggdrasil' })]
  expect(node.codes('a.variant')).toContain('engine-differs widened')
  expect(node.answer('a.variant', user('ada'))).toBe('disabled')
  expect(yggdrasil.answer('a.variant', user('ada'))).toBe('own')
})

test('a part of people by one field is split by another', () => {
  const shares = variants(['one', 1, { stickiness: 'company' }], ['two', 1, { stickiness: 'company' }])
  const { answer, config } = open([flag('a', { strategies: [rollout(73, 'gr1', { variants: shares })] })])
  expect(config('a.variant')?.rules[0]).toMatchObject({ bucketBy: 'company', hash: { kind: 'unleash', salt: 'gr1:' } })
  expect(['one', 'two']).toContain(answer('a.variant', user('123', { company: 'acme' })))
})

test('a dependency holds where its parent is on, has a variant, or is off', () => {
  const needs = (name: string, dependency: Fields) =>
    flag(name, { dependencies: [{ feature: 'parent', ...dependency }] })
  const children = [
    needs('on', {}),
    needs('off', { enabled: false }),
    needs('one', { variants: ['one'] }),
    needs('two', { variants: ['two'] }),
  ]
  const parent = { variants: variants(['one', 1], ['two', 0]) }
  const answers = (enabled: boolean) => {
    const { answer } = open([flag('parent', { enabled, ...parent }), ...children])
    return children.map(({ name }) => answer(name as string))
  }
  expect(answers(true)).toEqual([true, false, true, false])
  expect(answers(false)).toEqual([false, true, false, false])
})

test('a parent that depends on others itself, or is not there, never holds', () => {
  const { answer, codes } = open([
    flag('a'),
    flag('b', { dependencies: [{ feature: 'a' }] }),
    flag('c', { dependencies: [{ feature: 'b' }] }),
    flag('d', { dependencies: [{ feature: 'gone', enabled: false }] }),
  ])
  expect(['a', 'b', 'c', 'd'].map((key) => answer(key))).toEqual([true, true, false, false])
  expect(codes('c')).toEqual(['failed-gate exact'])
})

test.for([
  ['operator', { name: 'remoteAddress', parameters: { IPs: '10.0.0.1' } }],
  ['operator', { name: 'ourOwn' }],
  ['operator', only({ contextName: 'remoteAddress', operator: 'IN_CIDR', values: ['10.0.0.0/8'] })],
  ['too-large', { name: 'default', constraints: Array(51).fill({ contextName: 'a', operator: 'IN', values: ['x'] }) }],
] as const)('%s: what cannot be had is by hand, and the flag is there, off', ([code, strategy]) => {
  const { codes, config } = open([
    flag('a', { strategies: [strategy, { name: 'default' }] }),
    flag('b', { dependencies: [{ feature: 'a' }] }),
  ])
  expect(codes('a')).toContain(`${code} by-hand`)
  expect(codes('b')).toContain('failed-gate by-hand')
  expect(config('a')).toEqual({ enabled: false, defaultValue: false, rules: [] })
})

test('kinds, tags and what is archived come along', () => {
  const admin = {
    features: [
      { name: 'a', description: 'Why', project: 'shop' },
      { name: 'old', archived: true },
    ],
    featureTags: [
      { featureName: 'a', tagType: 'simple', tagValue: 'web' },
      { featureName: 'a', tagType: 'team', tagValue: 'core' },
    ],
  }
  const { flags } = convert([flag('a', { type: 'kill-switch', stale: true })], {}, {}, admin)
  expect(flags.a).toMatchObject({
    description: 'Why\n\nFrom Unleash: /projects/shop/features/a',
    kind: 'operational',
    tags: ['from-unleash', 'web', 'team:core', 'stale'],
  })
  expect(flags.old).toMatchObject({ archived: true, environments: {} })
})

test.for([
  [
    'variants that would become another flag',
    [flag('a', { variants: variants(['x', 1]) }), flag('a.variant')],
    'which there is',
  ],
  ['what is no flag', [{ name: 'a', enabled: 'yes' }], 'features[0].enabled'],
] as const)('%s: the import ends, and says where', ([, features, message]) => {
  expect(failureOf(() => convert(features))).toContain(message)
})

test('the same snapshot always makes the same project', () => {
  const features = [flag('a', { strategies: [rollout(50, 'a')], variants: variants(['one', 1], ['two', 1]) })]
  expect(convert(features)).toEqual(convert(features))
})
