import type { Random } from '../../support/random.ts'

/** What a parameter of a request may be: a number up to its limit, or one of a few words. */
type Range = { from: number; to: number } | readonly string[]
export type Ranges = Record<string, Range>
export type Point<Of extends Ranges> = {
  [Name in keyof Of]: Of[Name] extends readonly (infer Word)[] ? Word : number
}
type AnyPoint = Record<string, number | string>

const isWords = (range: Range): range is readonly string[] => Array.isArray(range)

/** A limit, every third time; else any size: as often between 1 and 10 as between 100 and 1,000. */
const anyOf = (range: Range, { next, pick }: Random): number | string => {
  if (isWords(range)) return pick(...range)
  const { from, to } = range
  if (next() < 1 / 3) return pick(from, to)
  return Math.round((from + 1) * ((to + 1) / (from + 1)) ** next()) - 1
}

const nearTo = (range: Range, value: number | string, { next, pick }: Random): number | string => {
  if (isWords(range) || typeof value === 'string') return pick(...(range as readonly string[]))
  const moved = Math.round((value + 1) * 2 ** (2 * next() - 1)) - 1
  return Math.min(range.to, Math.max(range.from, moved))
}

const ends = (ranges: Ranges, end: 'from' | 'to'): AnyPoint =>
  Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => [name, isWords(range) ? (range[0] as string) : range[end]]),
  )

/** All that is at its limit, by each of the words; then each number alone as small as it may be; then all of them. */
export const extremesOf = (ranges: Ranges): AnyPoint[] => {
  const most = ends(ranges, 'to')
  const others = Object.entries(ranges).flatMap(([name, range]): AnyPoint[] =>
    isWords(range) ? range.slice(1).map((word) => ({ ...most, [name]: word })) : [{ ...most, [name]: range.from }],
  )
  return [most, ...others, ends(ranges, 'from')]
}

export const randomIn = (ranges: Ranges, random: Random): AnyPoint =>
  Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, anyOf(range, random)]))

/** One parameter is another, or all numbers are a little more or less. */
export const nearbyIn = (ranges: Ranges, point: AnyPoint, random: Random): AnyPoint => {
  const names = Object.keys(ranges)
  if (names.length === 0) return point
  const name = random.pick(...names)
  const value = (of: string) => point[of] as number | string
  if (random.next() < 0.7) return { ...point, [name]: nearTo(ranges[name] as Range, value(name), random) }
  return Object.fromEntries(
    Object.entries(ranges).map(([of, range]) => [of, isWords(range) ? value(of) : nearTo(range, value(of), random)]),
  )
}
