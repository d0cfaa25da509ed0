import { describe, expect, test } from 'vitest'
import { compileConverted } from '../../src/moving-in/compile-converted.ts'
import { convertSnapshot } from '../../src/moving-in/convert-snapshot.ts'
import type { Choices } from '../../src/moving-in/converted.ts'

const suits = { clubs: 'clubs', diamonds: 'diamonds', hearts: 'hearts', spades: 'spades' }
const quarters = Object.keys(suits).map((suit) => [suit, 25])

const convert = (targeting: unknown, choices: Partial<Choices> = {}, flag: object = {}) => {
  const flags = { flag: { state: 'ENABLED', variants: suits, defaultVariant: 'clubs', targeting, ...flag } }
  const converted = convertSnapshot(
    { source: 'flagd', environments: { file: { flags } } },
    { environments: new Map([['file', 'production']]), rename: new Map(), ...choices },
  )
  const ask = (attributes: Record<string, string | number | boolean>, userId?: string) =>
    compileConverted(converted, 'production')
      .get('flag')
      ?.evaluate({ ...(userId === undefined ? {} : { userId }), attributes }).value
  const found = converted.findings.filter(({ flagKey }) => flagKey !== undefined)
  const codes = found.map(({ kind, code }) => `${kind} ${code}`)
  const messages = found.map(({ message }) => message)
  return { ask, codes, messages, config: converted.flags.flag?.environments.production }
}

describe('a split keeps everybody where they are', () => {
  const seeded = (seed: string) => ({ fractional: [{ cat: [seed, { var: 'targetingKey' }] }, ...quarters] })

  // The vectors of flagd's own testbed.
  test.each([
    [1, 'fractional-flag', { jack: 'spades', queen: 'clubs', ten: 'diamonds', nine: 'hearts', 3: 'diamonds' }],
    [2, 'fractional-flag', { jack: 'hearts', queen: 'spades', ten: 'clubs', nine: 'diamonds', 3: 'clubs' }],
    [3, 'fractional-flag', { jack: 'diamonds', queen: 'diamonds', ten: 'clubs', nine: 'clubs', 3: 'spades' }],
    [2, 'shared-seed', { seven: 'hearts', eight: 'diamonds', nine: 'clubs', two: 'spades' }],
  ] as const)('in generation %i, with the seed %s', (fractional, seed, expected) => {
    const { ask, config } = convert(seeded(seed), { fractional })
    expect(config?.rules[0]).toMatchObject({ hash: { kind: `flagd${fractional}`, salt: seed } })
    for (const [name, suit] of Object.entries(expected)) expect(ask({}, name), name).toBe(suit)
  })

  test('with the shorthand, by the key of the flag', () => {
    expect(convert({ fractional: quarters }).config?.rules[0]).toMatchObject({ hash: { kind: 'flagd2', salt: 'flag' } })
    const third = convert({ fractional: quarters }, { fractional: 3 })
    expect(third.config?.rules[0]).toMatchObject({ hash: { kind: 'flagd3pair', salt: 'flag' } })
  })

  test.each([
    [2, 'no number'],
    [3, 'lists and objects'],
  ] as const)('of texts: what generation %i does with others is said', (fractional, said) => {
    const { messages } = convert({ fractional: [{ var: 'company' }, ...quarters] }, { fractional })
    expect(messages).toEqual([expect.stringContaining(said)])
  })

  test('and without a unit the default variant answers, whatever stands behind', () => {
    const { ask } = convert({ if: [{ '==': [{ var: 'a' }, 1] }, { fractional: quarters }, 'spades'] })
    expect(ask({ a: 1 })).toBe('clubs')
    expect(ask({ a: 2 })).toBe('spades')
  })

  test('of a boolean flag, by true and false', () => {
    const booleans = { variants: { on: true, off: false }, defaultVariant: 'off' }
    const { config } = convert(
      {
        fractional: [
          ['off', 3],
          ['on', 1],
          ['on', 2],
        ],
      },
      {},
      booleans,
    )
    expect(config?.rules[0]?.distribution).toEqual([
      { variant: 'false', weight: 3 },
      { variant: 'true', weight: 3 },
    ])
  })
})

describe('a test holds for the same people', () => {
  type Context = Record<string, string | number | boolean>
  test.each<[string, object, Context[], Context[]]>([
    ['==', { '==': [{ var: 'a' }, 'x'] }, [{ a: 'x' }], [{ a: 'X' }, {}]],
    ['!= is true of what is missing', { '!=': ['x', { var: 'a' }] }, [{ a: 'y' }, {}], [{ a: 'x' }]],
    ['== null', { '==': [{ var: 'a' }, null] }, [{}], [{ a: 'x' }]],
    ['a missing number is 0', { '<': [{ var: 'a' }, 5] }, [{ a: 4 }, {}], [{ a: 5 }]],
    ['a range', { '<=': [1, { var: 'a' }, 3] }, [{ a: 1 }, { a: 3 }], [{ a: 0 }, { a: 4 }, {}]],
    ['in a list', { in: [{ var: 'a' }, ['x', 'y']] }, [{ a: 'y' }], [{ a: 'z' }, {}]],
    ['in a text', { in: ['@x', { var: 'a' }] }, [{ a: 'ada@x.com' }], [{ a: 'x' }, {}]],
    ['starts_with', { starts_with: [{ var: 'a.b' }, 'x'] }, [{ 'a.b': 'xy' }], [{ 'a.b': 'yx' }, {}]],
    [
      'sem_ver ^',
      { sem_ver: [{ var: 'a' }, '^', '1.2'] },
      [{ a: '1.0.0' }, { a: 'v1.9.9' }],
      [{ a: '2.0.0-rc.1' }, {}],
    ],
    ['sem_ver ~', { sem_ver: [{ var: 'a' }, '~', '1.2.3'] }, [{ a: '1.2.0' }], [{ a: '1.3.0' }, { a: 'x' }]],
    ['sem_ver !=', { sem_ver: [{ var: 'a' }, '!=', '1.2.3'] }, [{ a: '1.2.0' }], [{ a: '1.2.3' }, { a: 'x' }]],
    ['a text that is a number, of nobody', { ends_with: [{ var: 'a' }, 3] }, [], [{ a: 'x3' }, {}]],
    ['a comparison of one, of nobody', { starts_with: [{ var: 'a' }] }, [], [{ a: 'x' }, {}]],
    ['not of what is no version', { '!': { sem_ver: [{ var: 'a' }, '=', '1.2.3.4'] } }, [{ a: '1.2.3' }, {}], []],
    ['an order of versions that is none, of nobody', { sem_ver: [{ var: 'a' }, '<>', '1.2.3'] }, [], [{ a: '1.2.4' }]],
    ['a variable alone', { var: 'a' }, [{ a: 'x' }, { a: 1 }], [{ a: '' }, { a: 0 }, { a: false }, {}]],
    ['not', { '!': { or: [{ var: 'a' }, { '==': [{ var: 'b' }, 1] }] } }, [{}, { b: 2 }], [{ a: 'x' }, { b: 1 }]],
    ['a nested if', { if: [{ var: 'a' }, { var: 'b' }, true] }, [{ a: 1, b: 1 }, {}], [{ a: 1 }]],
  ])('%s', (_, condition, inside, outside) => {
    const { ask } = convert({ if: [condition, 'hearts', 'spades'] })
    for (const context of inside) expect(ask(context), JSON.stringify(context)).toBe('hearts')
    for (const context of outside) expect(ask(context), JSON.stringify(context)).toBe('spades')
  })

  test('by our names, where they are others', () => {
    const { ask } = convert({ if: [{ '==': [{ var: 'a' }, 'x'] }, 'hearts'] }, { rename: new Map([['a', 'b']]) })
    expect([ask({ b: 'x' }), ask({ a: 'x' })]).toEqual(['hearts', 'clubs'])
  })
})

describe('a test in the place of a variant answers true, false, or the default one where it answers nothing', () => {
  const flag = { variants: { true: 'yes', false: 'no', unsure: 'unsure' }, defaultVariant: 'unsure' }

  test.each([
    [{ ends_with: [{ var: 'a' }, '@x.com'] }, { 'ada@x.com': 'yes', 'ada@y.com': 'no' }],
    [
      { sem_ver: [{ var: 'a' }, '>=', '1.2.0'] },
      { '1.2.0': 'yes', '1.2.0-rc.1': 'no', '0.0.0-0': 'no', latest: 'unsure' },
    ],
    [{ sem_ver: [{ var: 'a' }, '>=', 'latest'] }, { '1.2.0': 'unsure', latest: 'unsure' }],
  ])('%j', (targeting, expected) => {
    const { ask } = convert(targeting, {}, flag)
    for (const [value, answer] of Object.entries(expected)) expect(ask({ a: value }), value).toBe(answer)
    expect(ask({})).toBe('unsure')
  })

  test('and a test that can hold for nobody is said', () => {
    expect(convert({ starts_with: [{ var: 'a' }, 7] }, {}, flag).codes).toEqual(['exact never'])
  })
})

test('the clock is asked once, and what changes later is said', () => {
  const nowMs = Date.parse('2026-06-01T00:00:00Z')
  const after = (text: string) => ({ if: [{ '>': [{ var: '$flagd.timestamp' }, Date.parse(text) / 1_000] }, 'hearts'] })
  const past = convert(after('2026-05-01T00:00:00Z'), { nowMs })
  expect([past.ask({}), past.codes]).toEqual(['hearts', []])
  const coming = convert(after('2026-07-01T00:00:00Z'), { nowMs })
  expect([coming.ask({}), coming.codes]).toEqual(['clubs', ['exact schedule']])
})

test.each([
  ['a computed operand', { if: [{ '==': [{ '+': [{ var: 'a' }, 1] }, 2] }, 'hearts'] }, 'operator'],
  ['an operator that is not known', { if: [{ some: [{ var: 'a' }, { var: '' }] }, 'hearts'] }, 'operator'],
  ['texts in order', { if: [{ '<': [{ var: 'a' }, 'x'] }, 'hearts'] }, 'operator'],
  ['a variant that is not there', { if: [{ var: 'a' }, 'bells'] }, 'operator'],
  ['an evaluator that is not there', { if: [{ $ref: 'none' }, 'hearts'] }, 'operator'],
  ['text after the unit', { fractional: [{ cat: [{ var: 'a' }, 'x'] }, ...quarters] }, 'nested-fraction'],
  ['a computed weight', { fractional: [['clubs', { var: 'a' }]] }, 'nested-fraction'],
  [
    'a variant with shares apart',
    {
      fractional: [
        ['clubs', 1],
        ['hearts', 1],
        ['clubs', 1],
      ],
    },
    'nested-fraction',
  ],
])('%s is by hand: the flag is there, off', (_, targeting, code) => {
  const { codes, config } = convert(targeting)
  expect(codes).toEqual([`by-hand ${code}`])
  expect(config).toEqual({ enabled: false, defaultValue: 'clubs', rules: [] })
})

describe('what is made to be too much is by hand', () => {
  const doubled = (depth: number) =>
    Object.fromEntries(
      Array.from({ length: depth }, (_, at) => [`e${at}`, { and: [{ $ref: `e${at + 1}` }, { $ref: `e${at + 1}` }] }]),
    )
  const nestedIf = (depth: number): object =>
    depth === 0 ? { var: 'a' } : { if: [nestedIf(depth - 1), true, { var: 'b' }] }
  const notNot = (depth: number): object => (depth === 0 ? { var: 'a' } : { '!': [notNot(depth - 1)] })

  test.each([
    ['evaluators that double', { $ref: 'e0' }, { ...doubled(60), e60: { var: 'a' } }],
    ['an evaluator that names itself', { $ref: 'a' }, { a: { $ref: 'a' } }],
    ['conditions that double', nestedIf(40), {}],
    ['a tower', notNot(5_000), {}],
  ])('%s', (_, condition, $evaluators) => {
    const flags = {
      flag: { state: 'ENABLED', variants: suits, defaultVariant: 'clubs', targeting: { if: [condition, 'hearts'] } },
    }
    const { findings } = convertSnapshot(
      { source: 'flagd', environments: { file: { flags, $evaluators } } },
      { environments: new Map([['file', 'production']]), rename: new Map() },
    )
    expect(findings).toContainEqual(expect.objectContaining({ code: 'too-large', kind: 'by-hand', flagKey: 'flag' }))
  })
})
