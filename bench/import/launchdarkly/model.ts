import { createHash } from 'node:crypto'
import type { Random } from '../../support/random.ts'
import { listOf, often, wholeBelow } from '../chance.ts'

/** A context's unit, few enough to be met again and to lie at borders. */
export const userKeys = listOf(400, (at) => `user-${at}`)
export const companyKeys = listOf(60, (at) => `company-${at}`)

type Attribute = {
  kind: 'user' | 'company'
  /** As a clause names it, with a context kind. */
  reference: string
  path: readonly string[]
  /** Operators that are asked of it. */
  ops: readonly string[]
  /** What it holds, and what clauses compare it with. */
  values: readonly unknown[]
  /** What clauses alone compare it with. */
  asked?: readonly unknown[]
  isList?: true
}

const texts = ['in', 'startsWith', 'endsWith', 'contains', 'matches']
const numbers = ['in', 'lessThan', 'lessThanOrEqual', 'greaterThan', 'greaterThanOrEqual']
const plans = ['free', 'pro', 'team', 'Pro', 'enterprise', 'pro-plus', '', 'größe', '日本']

export const attributes: readonly Attribute[] = [
  { kind: 'user', reference: 'plan', path: ['plan'], ops: texts, values: plans },
  {
    kind: 'user',
    reference: 'email',
    path: ['email'],
    ops: texts,
    values: ['ada@example.com', 'bob@example.org', 'eve@corp.example', '@example.com', 'ada', 'x y'],
  },
  { kind: 'user', reference: 'age', path: ['age'], ops: numbers, values: [0, 17, 18, 18.5, 40, -3] },
  { kind: 'user', reference: 'beta', path: ['beta'], ops: ['in'], values: [true, false] },
  {
    kind: 'user',
    reference: 'version',
    path: ['version'],
    ops: ['semVerEqual', 'semVerLessThan', 'semVerGreaterThan'],
    values: ['1.0.0', '2.0.0', '2.0.0-beta.1', '2.0.0-beta.11', '2.1.0+build', '10.0.0', 'none'],
    asked: ['2', '2.1', '2-beta', 'v2.0.0', 2],
  },
  {
    kind: 'user',
    reference: 'signedUp',
    path: ['signedUp'],
    ops: ['before', 'after'],
    values: [
      '2026-01-31T12:00:00Z',
      '2026-01-31T12:00:00.500Z',
      '2026-01-31T14:00:00+02:00',
      1_769_860_800_000,
      1_769_860_800_001,
      'never',
    ],
  },
  { kind: 'user', reference: 'tags', path: ['tags'], ops: texts, values: ['a', 'b', 'staff', 'abc'], isList: true },
  {
    kind: 'user',
    reference: '/address/country',
    path: ['address', 'country'],
    ops: ['in'],
    values: ['NO', 'DE', 'no'],
  },
  { kind: 'user', reference: '/a~1b', path: ['a/b'], ops: ['in'], values: ['x', 'y'] },
  { kind: 'company', reference: 'name', path: ['name'], ops: texts, values: ['Acme', 'Umbrella', 'acme'] },
  { kind: 'company', reference: 'seats', path: ['seats'], ops: numbers, values: [1, 10, 100] },
]

export const patterns = [
  '^ada',
  '@example\\.(com|org)$',
  '[a-z]+-plus',
  '^p.o$',
  'e{2}|r+o',
  '\\bada\\b',
  '^(?:free|team)$',
]
/** Some that RE2 and JavaScript read otherwise. */
export const otherPatterns = ['(?i)ada', '(?=ada)', '\\Aada', '[[:alpha:]]']

/** Where a unit lies among 100,000, as LaunchDarkly says it. */
export const weightOf = (salt: string, unit: string): number => {
  const digits = createHash('sha1').update(`${salt}${unit}`).digest('hex').slice(0, 15)
  return (Number.parseInt(digits, 16) / 2 ** 60) * 100_000
}

/** A weight just below or above one of the units, or any. */
export const borderWeight = (random: Random, salt: string, units: readonly string[]): number => {
  if (often(random, 0.15)) return random.pick(0, 100_000, 33_333, 1, 99_999)
  const at = Math.floor(weightOf(salt, random.pick(...units)))
  return Math.min(100_000, at + random.pick(0, 0, 1, 1, wholeBelow(random, 20_000)))
}
