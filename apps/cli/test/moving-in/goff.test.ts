import { describe, expect, test } from 'vitest'
import { compileConverted } from '../../src/moving-in/compile-converted.ts'
import { convertSnapshot } from '../../src/moving-in/convert-snapshot.ts'
import type { Choices } from '../../src/moving-in/converted.ts'

const nowMs = Date.parse('2026-06-01T00:00:00Z')
const variations = { A: 'a', B: 'b', C: 'c' }

const convert = (flag: object, others: object = {}, choices: Partial<Choices> = {}) => {
  const converted = convertSnapshot(
    {
      source: 'goff',
      environments: { file: { 'my-flag': { variations, defaultRule: { variation: 'C' }, ...flag }, ...others } },
    },
    { environments: new Map([['file', 'production']]), rename: new Map(), nowMs, ...choices },
  )
  const ask = (attributes: Record<string, string | number | boolean>, userId?: string) =>
    compileConverted(converted, 'production')
      .get('my-flag')
      ?.evaluate({ ...(userId === undefined ? {} : { userId }), attributes }).value
  const codes = converted.findings
    .filter(({ flagKey }) => flagKey === 'my-flag')
    .map(({ kind, code }) => `${kind} ${code}`)
  return { ask, codes, config: converted.flags['my-flag']?.environments.production }
}

describe('a query holds for the same people', () => {
  type Context = Record<string, string | number | boolean>
  test.each<[string, Context[], Context[]]>([
    ['plan eq "Pro"', [{ plan: 'pro' }, { plan: 'PRO' }], [{ plan: 'free' }, {}]],
    ['plan ne "pro"', [{ plan: 'free' }], [{ plan: 'Pro' }, {}]],
    ['not (plan eq "pro")', [{ plan: 'free' }, {}], [{ plan: 'pro' }]],
    ['plan in ["pro", "team"]', [{ plan: 'team' }], [{ plan: 'Team' }, {}]],
    ['email ew "@x.com" and age gt 17', [{ email: 'a@X.com', age: 18 }], [{ email: 'a@x.com', age: 17 }, { age: 18 }]],
    [
      'a eq 1 or b eq 1 and c eq 1',
      [
        { a: 1, c: 1 },
        { b: 1, c: 1 },
      ],
      [{ a: 1 }, { b: 1 }],
    ],
    ['beta eq true', [{ beta: true }], [{ beta: false }, {}]],
    ['email pr', [{ email: 'x' }], [{}]],
    ['email == null', [{}], [{ email: 'x' }]],
    ['app ge 1.2.3', [{ app: '1.2.3' }, { app: '2.0.0' }], [{ app: '1.2.2' }, { app: 'x' }, {}]],
    ['user.city co "urg"', [{ 'user.city': 'Hamburg' }], [{ 'user.city': 'Bonn' }]],
    ['{"==": [{"var": "plan"}, "pro"]}', [{ plan: 'pro' }], [{ plan: 'free' }, {}]],
  ])('%s', (query, inside, outside) => {
    const { ask } = convert({ targeting: [{ query, variation: 'A' }] })
    for (const context of inside) expect(ask(context), JSON.stringify(context)).toBe('a')
    for (const context of outside) expect(ask(context), JSON.stringify(context)).toBe('c')
  })

  test('the key is the user, and the first rule decides', () => {
    const targeting = [
      { query: 'key eq "ada"', variation: 'A', disable: true },
      { query: 'targetingKey eq "ada"', variation: 'B' },
      { query: 'key sw "a"', variation: 'A' },
    ]
    const { ask } = convert({ targeting })
    expect([ask({}, 'ada'), ask({}, 'alan'), ask({}, 'bob')]).toEqual(['b', 'a', 'c'])
  })
})

describe('a percentage keeps everybody where they are', () => {
  const user = 'e56f628e-9817-498f-ae38-4961e9c2bb21'

  test('with its border exactly at the bucket', () => {
    // GO Feature Flag's own vector: this user is in bucket 70,272 of my-flag.
    const at = (A: number, B: number) => convert({ defaultRule: { percentage: { A, B } } }).ask({}, user)
    expect([at(29.728, 70.272), at(29.727, 70.273)]).toEqual(['a', 'b'])
  })

  test('and without a key everybody gets the default, whatever the rules say', () => {
    const targeting = [{ query: 'plan eq "pro"', variation: 'A' }]
    const { ask, codes } = convert({ targeting, defaultRule: { percentage: { B: 50, C: 50 } } })
    expect([ask({ plan: 'pro' }), ask({ plan: 'pro' }, 'ada')]).toEqual(['b', 'a'])
    expect(codes).toEqual(['widened no-key-error'])
  })

  test('by another attribute, where the flag says so', () => {
    const { config } = convert({ bucketingKey: 'company.id', defaultRule: { percentage: { A: 50, B: 50 } } })
    expect(config?.rules[0]).toMatchObject({ bucketBy: 'company.id', hash: { kind: 'goff', salt: 'my-flag' } })
  })
})

describe('what changes with the time is as it is now', () => {
  const ramp = (start: string, end: string) => ({
    defaultRule: {
      progressiveRollout: { initial: { variation: 'B', date: start }, end: { variation: 'A', date: end } },
    },
  })

  test('a progressive rollout', () => {
    const { config, codes } = convert(ramp('2026-05-31T00:00:00Z', '2026-06-02T00:00:00Z'))
    expect(config).toMatchObject({ defaultValue: 'b', rules: [{ value: 'a', rolloutPercentage: 50 }] })
    expect(codes).toContain('widened schedule')
    const over = convert(ramp('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'))
    expect(over.config?.rules).toMatchObject([{ value: 'a', rolloutPercentage: 100 }])
    expect(over.codes).not.toContain('widened schedule')
  })

  test('a split to come, for which everybody needs a key already', () => {
    const scheduledRollout = [{ date: '2026-07-01T00:00:00Z', defaultRule: { percentage: { A: 50, B: 50 } } }]
    const targeting = [{ query: 'plan eq "pro"', variation: 'A' }]
    const { ask, codes } = convert({ targeting, scheduledRollout })
    expect([ask({ plan: 'pro' }, 'ada'), ask({ plan: 'pro' })]).toEqual(['a', 'c'])
    expect(codes).toContain('widened no-key-error')
  })

  test('a schedule', () => {
    const step = (date: string, variation: string) => ({ date, defaultRule: { variation } })
    const scheduledRollout = [step('2026-05-01T00:00:00Z', 'A'), step('2026-07-01T00:00:00Z', 'B')]
    const { ask, codes } = convert({ scheduledRollout })
    expect([ask({}), codes]).toEqual(['a', ['exact schedule']])
  })

  test('an experiment', () => {
    const { config, codes } = convert({ experimentation: { start: '2026-01-01', end: '2026-02-01' } })
    expect(config?.enabled).toBe(false)
    expect(codes).toEqual(['widened no-code-default'])
  })
})

describe('what it needs is a prerequisite', () => {
  const parent = { variations: { on: true, off: false }, defaultRule: { variation: 'on' } }

  test('one level deep', () => {
    const { ask, config } = convert({ needs: [{ flag: 'parent' }] }, { parent })
    expect(config?.prerequisites).toEqual([{ flagKey: 'parent', values: [true] }])
    expect(ask({})).toBe('c')
  })

  test.each([
    ['that is not there', {}],
    ['that needs others itself', { parent: { ...parent, needs: [{ flag: 'other' }] }, other: parent }],
  ])('but a flag %s is by hand', (_, others) => {
    expect(convert({ needs: [{ flag: 'parent' }] }, others).codes).toEqual(['by-hand failed-gate'])
  })
})

test.each([
  ['texts in order', { targeting: [{ query: 'a gt "x"', variation: 'A' }] }],
  ['a query that cannot be read', { targeting: [{ query: 'a eq "x" nonsense', variation: 'A' }] }],
  ['a variation that is not there', { defaultRule: { variation: 'D' } }],
  ['no default rule', { defaultRule: undefined }],
])('%s is by hand: the flag is there, off', (_, flag) => {
  const { codes, config } = convert(flag)
  expect(codes).toEqual(['by-hand operator'])
  expect(config).toMatchObject({ enabled: false, rules: [] })
})

test('a query of nothing but brackets is by hand', () => {
  const query = `${'('.repeat(9_999)}a pr${')'.repeat(9_999)}`
  expect(convert({ targeting: [{ query, variation: 'A' }] }).codes).toEqual(['by-hand too-large'])
})
