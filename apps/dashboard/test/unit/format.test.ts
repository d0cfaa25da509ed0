import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { count, percent, plural, short } from '../../src/format/number.ts'
import { suggestKey, suggestSlug } from '../../src/format/suggest.ts'
import { exactUtc, relativeTime } from '../../src/format/time.ts'

const plain = (text: string) => text.replace('\u00a0', ' ')

test.each([
  [0, '0'],
  [999, '999'],
  [1_100, '1.1 k'],
  [12_400, '12.4 k'],
  [96_000, '96.0 k'],
  [861_204, '861 k'],
  [999_999, '1.00 M'],
  [1_240_318, '1.24 M'],
  [5_900_000_000, '5.90 G'],
])('%d is short as %s', (value, text) => {
  expect(plain(short(value))).toBe(text)
})

test('numbers in sentences are whole', () => {
  expect(count(1_240_318)).toBe('1,240,318')
  expect(percent(12.5)).toBe('12.5\u00a0%')
  expect([plural(1, 'rule'), plural(2, 'rule')]).toEqual(['1 rule', '2 rules'])
})

test.each([
  ['2026-11-15T11:59:30Z', 'just now'],
  ['2026-11-15T12:00:30Z', 'just now'],
  ['2026-11-15T11:15:00Z', '45 min ago'],
  ['2026-11-15T02:00:00Z', '10 h ago'],
  ['2026-11-14T08:00:00Z', 'yesterday'],
  ['2026-11-12T12:00:00Z', '3 days ago'],
  ['2026-10-02T12:00:00Z', '2 Oct'],
  ['2025-10-02T12:00:00Z', '2 Oct 2025'],
  ['2026-11-15T12:44:30Z', 'in 45 min'],
  ['2026-11-15T22:00:00Z', 'in 10 h'],
  ['2026-11-16T11:59:59Z', 'in a day'],
  ['2026-11-18T12:00:00Z', 'in 3 days'],
  ['2026-12-24T12:00:00Z', '24 Dec'],
  ['2027-01-31T12:00:00Z', '31 Jan 2027'],
])('%s is %s', (at, text) => {
  expect(relativeTime(new Date(at), new Date('2026-11-15T12:00:00Z'))).toBe(text)
})

test('the exact time is in UTC', () => {
  expect(exactUtc(new Date('2026-11-14T09:41:07.402Z'))).toBe('14 Nov 2026, 09:41:07 UTC')
})

test.each([
  ['Pre-production (EU)', 'pre-production-eu'],
  ['Größe & Büro', 'grosse-buro'],
  ['Crème brûlée 2.0', 'creme-brulee-2-0'],
  ['日本', ''],
])('a slug for “%s” is “%s”', (name, slug) => {
  expect(suggestSlug(name)).toBe(slug)
})

test('a slug or key for a long name is no longer than it may be, and ends in a letter', () => {
  expect(suggestSlug(`${'a'.repeat(63)} b`)).toBe('a'.repeat(63))
  expect(suggestSlug('word '.repeat(40))).toHaveLength(64)
  expect(suggestKey(`${'a'.repeat(127)} b`)).toBe('a'.repeat(127))
})

test('a key keeps dots and underscores, which a slug has none of', () => {
  expect(suggestKey('Größe – größer (2.0)')).toBe('grosse-grosser-2.0')
  expect(suggestSlug('Größe – größer (2.0)')).toBe('grosse-grosser-2-0')
})

test('dates, times and numbers become texts in one place', () => {
  const src = join(import.meta.dirname, '..', '..', 'src')
  const formats =
    /Intl\.(DateTimeFormat|NumberFormat|ListFormat|RelativeTimeFormat|PluralRules)|\.toLocale(Date|Time)?String/
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) =>
    formats.test(readFileSync(join(src, file), 'utf8')),
  )
  expect(files.filter((file) => !file.startsWith('format'))).toEqual([])
  expect(files.length).toBeGreaterThan(0)
})
