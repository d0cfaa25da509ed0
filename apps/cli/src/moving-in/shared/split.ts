import { type HashKind, limitOf } from '@bunting/engine'
import type { Tree } from './tree.ts'
import { any } from './tree.ts'

/** How a source draws: the hash, its number of buckets, the salt, and the attribute that is hashed if it is not the user. */
export type Drawing = { kind: HashKind; buckets: number; salt: string; attribute?: string }

/** Adjacent buckets with the same share of a split; buckets without a share are in no run. */
export type Run = { from: number; to: number; share: number }

/** The first bucket for which `isPast` is true. It compares as the source does, and never turns false again. */
export const borderOf = (buckets: number, isPast: (bucket: number) => boolean): number => {
  let [low, high] = [0, buckets]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The runs between borders. The share of each is the one that the source gives its first bucket; -1 is none. */
export const runsBetween = (
  buckets: number,
  borders: readonly number[],
  shareAt: (bucket: number) => number,
): Run[] => {
  const starts = [...new Set([0, ...borders])].filter((border) => border < buckets).sort((a, b) => a - b)
  return starts
    .map((from, at) => ({ from, to: starts[at + 1] ?? buckets, share: shareAt(from) }))
    .filter(({ share }) => share >= 0)
}

/** The number of hash values in a bucket: some kinds of hash are finer than their buckets. */
const partsOf = ({ kind, buckets }: Drawing): number => (kind === 'flagsmith' ? 1 : Math.ceil(2 ** 32 / buckets))

/** The percentage with the fewest decimals that ends exactly where the bucket begins. */
export const percentageAt = (drawing: Drawing, border: number): number => {
  const { buckets } = drawing
  const parts = partsOf(drawing)
  const exact = (border / buckets) * 100
  for (const scale of [1, 10, 100, 1_000]) {
    for (const round of [Math.round, Math.floor]) {
      const percentage = round(exact * scale) / scale
      if (limitOf(buckets * parts, percentage, 100) === border * parts) return percentage
    }
  }
  throw new Error(`no percentage of ${drawing.kind} ends at bucket ${border} of ${buckets}`)
}

/** The condition for the units of these runs. Adjacent runs become one share. */
export const inRuns = (drawing: Drawing, runs: readonly Run[]): Tree => {
  const { kind, salt, attribute } = drawing
  const spans: { from: number; to: number }[] = []
  for (const { from, to } of runs) {
    const last = spans.at(-1)
    if (last?.to === from) last.to = to
    else spans.push({ from, to })
  }
  return any(
    ...spans.map(({ from, to }) => ({
      operator: 'in_share' as const,
      ...(attribute === undefined ? {} : { attribute }),
      value: { from: percentageAt(drawing, from), to: percentageAt(drawing, to), salt, kind },
    })),
  )
}

/** Weights whose borders are at the end of each run, or in the gap after it: the source's own if they fit, else buckets. */
export const weightsOf = (drawing: Drawing, runs: readonly Run[], own: readonly number[] | undefined): number[] => {
  const { buckets } = drawing
  const parts = partsOf(drawing)
  const fits = (weights: readonly number[]): boolean => {
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    let running = 0
    return (
      weights.length === runs.length &&
      weights.every((weight, at) => {
        running += weight
        const limit = limitOf(buckets * parts, running, total)
        const [to, next] = [runs[at]?.to ?? 0, runs[at + 1]?.from ?? buckets]
        return weight > 0 && limit >= to * parts && limit <= next * parts
      })
    )
  }
  if (own && fits(own)) return [...own]
  const starts = runs.map(({ from }, at) => (at === 0 ? 0 : from))
  return starts.map((start, at) => (starts[at + 1] ?? buckets) - start)
}

/** Consecutive runs with the same outcome, joined along with the gaps between them. */
export type Joined<Key> = { key: Key; runs: Run[] }

export const joinRuns = <Key>(runs: readonly Run[], keyOf: (share: number) => Key): Joined<Key>[] => {
  const joined: Joined<Key>[] = []
  for (const run of runs) {
    const key = keyOf(run.share)
    const last = joined.at(-1)
    if (last?.key === key) last.runs.push(run)
    else joined.push({ key, runs: [run] })
  }
  return joined
}

export const isWhole = (drawing: Drawing, runs: readonly Run[]): boolean =>
  runs.reduce((sum, { from, to }) => sum + to - from, 0) === drawing.buckets
