import type { AttributeCondition } from '@bunting/engine'
import type { Random } from '../support/random.ts'

/** Something nasty to ask of an attribute; `at` makes each of them another one where that is worse. */
export type Nasty = { name: string; make: (at: number) => Pick<AttributeCondition, 'operator' | 'value'> }

const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at))

const regex = (name: string, make: (at: number) => string): Nasty => ({
  name: `regex ${name}`,
  make: (at) => ({ operator: 'regex', value: make(at) }),
})

const texts = (operator: string, count: number, length: number, isAlike: boolean): Nasty => ({
  name: `${operator} ${count} × ${length}${isAlike ? ', alike' : ''}`,
  make: (at) => ({
    operator,
    value: times(count, (text) => {
      const tail = `${text.toString(36)}!${isAlike ? '' : at}`
      return `${'a'.repeat(Math.max(0, length - tail.length))}${tail}`
    }),
  }),
})

const field = 'a.'
const list = (operator: string, count: number): Nasty => ({
  name: `${operator} ${count}`,
  make: () => ({ operator, value: times(count, (value) => (operator === 'geo_country' ? 'ZZ' : `v${value}`)) }),
})

/** What is known to be slow, at any size; `size` is from 0 to 1. */
const families: readonly ((size: number, random: Random) => Nasty)[] = [
  (size) => regex(`{${2 + Math.floor(990 * size)}}`, () => `(?:\\pL|\\pN){${2 + Math.floor(990 * size)}}$`),
  (size) => regex('of Unicode', (at) => `^\\pL*\\PN{${1 + Math.floor(20 * size)}}\\pZ${at % 10}`),
  (size) => regex('left out', () => `(?:a?){${1 + Math.floor(160 * size)}}b`),
  (size) => regex('left out in pairs', () => `(?:ab?a){${1 + Math.floor(240 * size)}}c`),
  (size) => regex('stars', () => `(?:a*b*c*){${1 + Math.floor(40 * size)}}x`),
  (size) => regex('two ways', () => `(?:a|ab|b){${1 + Math.floor(200 * size)}}x`),
  (size) => regex('twelve back', (at) => `(a|b)*a(a|b){${1 + Math.floor(20 * size)}}${at % 10}$`),
  (size) => regex('words', () => `(?m)^(?:\\b\\w{1,${1 + Math.floor(60 * size)}}\\B)+$`),
  (size) => regex('short', (at) => `a{${1 + Math.floor(5 * size)}}x${at % 50}`),
  (size) => regex('ranges', (at) => `[a-${'bcdefg'.charAt(at % 6)}]{1,${1 + Math.floor(250 * size)}}\\.[a-z]{1,6}\\b`),
  (size, { pick }) =>
    texts(pick('contains', 'not_contains'), 3 + Math.floor(997 * size), pick(2, 4, 8, 20), pick(true, false)),
  (size, { pick }) => texts('contains', 1, 1 + Math.floor(63 * size), pick(true, false)),
  (size, { pick }) => texts('contains', pick(1, 2, 5, 100), 60 + Math.floor(1_000 * size), pick(true, false)),
  (size, { pick }) =>
    texts(pick('starts_with', 'ends_with'), 1 + Math.floor(999 * size), pick(2, 8, 20, 200), pick(true, false)),
  (size, { pick }) => list(pick('in', 'not_in'), 1 + Math.floor(999 * size)),
  (size) => list('geo_country', 1 + Math.floor(999 * size)),
  (size, { pick }) => {
    const operator = pick('semver_gt', 'semver_eq')
    const value = `1.0.0-${field.repeat(Math.floor(500 * size))}a`
    return { name: `${operator} of ${value.length}`, make: (at) => ({ operator, value: `${value}${at % 10}` }) }
  },
  (size, { pick }) => {
    const operator = pick('before', 'after')
    return {
      name: operator,
      make: (at) => ({ operator, value: `2026-01-01T00:00:00.${'1'.repeat(1 + Math.floor(100 * size))}${at}Z` }),
    }
  },
  (size, { pick }) => {
    const operator = pick('gt', 'lte')
    return { name: operator, make: (at) => ({ operator, value: `${at}.${'1'.repeat(1 + Math.floor(300 * size))}` }) }
  },
  (size, { pick }) => {
    const operator = pick('equals', 'not_equals')
    return { name: operator, make: (at) => ({ operator, value: `${'a'.repeat(Math.floor(1_000 * size))}${at}` }) }
  },
  (_, { pick }) => {
    const operator = pick('is_set', 'is_not_set')
    return { name: operator, make: () => ({ operator }) }
  },
]

export const nastyOf = (family: number, size: number, random: Random): Nasty =>
  (families[family % families.length] as (typeof families)[number])(size, random)

export const familyCount = families.length
