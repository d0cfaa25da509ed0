import { borderOf, type Drawing, inRuns, type Run, runsBetween } from '../shared/split.ts'
import { all, type Tree } from '../shared/tree.ts'
import type { Filter, Range, Rule } from './payload.ts'

/** How units are drawn; undefined for a hash version that no SDK knows, which draws nobody. */
export const drawingOf = (version: number, salt: string, attribute: string): Drawing | undefined => {
  const drawn = { salt, ...(attribute === 'userId' ? {} : { attribute }) }
  if (version === 1) return { kind: 'growthbook1', buckets: 1_000, ...drawn }
  return version === 2 ? { kind: 'growthbook2', buckets: 10_000, ...drawn } : undefined
}

/** The buckets up to this coverage; a coverage of 0 is nobody. */
export const runsUpTo = ({ buckets }: Drawing, coverage: number): Run[] => {
  const to = coverage === 0 ? 0 : borderOf(buckets, (bucket) => !(bucket / buckets <= coverage))
  return to === 0 ? [] : [{ from: 0, to, share: 0 }]
}

const isInside = (place: number, [from, to]: Range): boolean => place >= from && place < to

/** The buckets of the ranges; the first range that contains a bucket gets it. */
export const runsIn = ({ buckets }: Drawing, ranges: readonly Range[]): Run[] => {
  const borders = ranges.flat().map((border) => borderOf(buckets, (bucket) => bucket / buckets >= border))
  return runsBetween(buckets, borders, (bucket) => ranges.findIndex((range) => isInside(bucket / buckets, range)))
}

/** The ranges, computed as GrowthBook's SDKs do: a variation starts where the ones before would end at full coverage. */
export const rangesOf = ({ ranges, coverage = 1, weights }: Rule, count: number): Range[] => {
  if (ranges) return ranges
  const covered = Math.min(Math.max(coverage, 0), 1)
  let start = 0
  return weightsOf(weights, count).map((weight): Range => {
    const from = start
    start += weight
    return [from, from + covered * weight]
  })
}

/** The weights; equal ones if their number is wrong, or their sum is not about 1. */
export const weightsOf = (weights: readonly number[] | undefined, count: number): readonly number[] => {
  const equal = new Array<number>(count).fill(1 / count)
  if (weights?.length !== count) return equal
  const total = weights.reduce((sum, weight) => weight + sum, 0)
  return total < 0.99 || total > 1.01 ? equal : weights
}

export const filtersTree = (filters: readonly Filter[], attributeOf: (path: string) => string): Tree =>
  all(
    ...filters.map(({ seed, attribute, hashVersion, ranges }) => {
      const drawing = drawingOf(hashVersion || 2, seed, attributeOf(attribute || 'id'))
      return drawing !== undefined && inRuns(drawing, runsIn(drawing, ranges))
    }),
  )

export const namespaceTree = ([id, from, to]: [string, number, number], attribute: string): Tree => {
  const drawing = drawingOf(1, `__${id}`, attribute)
  return drawing !== undefined && inRuns(drawing, runsIn(drawing, [[from, to]]))
}
