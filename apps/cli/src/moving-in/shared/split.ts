import { type HashKind, limitOf } from '@bunting/engine'
import type { Tree } from './tree.ts'
import { any } from './tree.ts'

/** How a source draws: a kind's whole buckets, the salt, and the attribute that is drawn where that is not the user. */
export type Drawing = { kind: HashKind; buckets: number; salt: string; attribute?: string }

/** Buckets that get the same share of a split; those of no share are in no run. */
export type Run = { from: number; to: number; share: number }

/** The first bucket that `isPast` says yes to. It is asked as the source asks, and never says no after a yes. */
export const borderOf = (buckets: number, isPast: (bucket: number) => boolean): number => {
  let [low, high] = [0, buckets]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The runs between borders, by the share that the source gives to the first bucket after each; -1 is none. */
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

/** All that a kind draws, of which a bucket is a part: `finer` kinds have more than buckets. */
const partsOf = ({ kind, buckets }: Drawing): number => (kind === 'flagsmith' ? 1 : Math.ceil(2 ** 32 / buckets))

/** A percentage with as few decimals as will do, which ends where the bucket begins. */
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

/** Holds for the units of these runs. Runs that touch are one share. */
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

/** Weights whose borders lie where a run ends, or in the gap behind it: the source's own where they do, else buckets. */
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

/** Runs that follow each other with the same outcome become one, with the gap between them, if any. */
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
