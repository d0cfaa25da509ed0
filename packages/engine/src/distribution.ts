import { bucketCount, bucketOf } from './bucket.ts'
import type { Share } from './types.ts'

/** Chooses for a unit the outcome of the share that its bucket falls in. */
export function compileDistribution<Outcome>(
  seed: number,
  distribution: readonly Share[],
  outcomes: readonly Outcome[],
): (unit: string) => Outcome {
  const borders = bordersOf(distribution)
  const last = outcomes.length - 1
  return (unit) => {
    const bucket = bucketOf(seed, unit)
    let i = 0
    while (i < last && bucket >= (borders[i] as number)) i++
    return outcomes[i] as Outcome
  }
}

/** The bucket at which each share ends: the running sum's part of all buckets, rounded. */
function bordersOf(distribution: readonly Share[]): number[] {
  const total = distribution.reduce((sum, share) => sum + share.weight, 0)
  let running = 0
  return distribution.map((share) => {
    running += share.weight
    return Math.round((running * bucketCount) / total)
  })
}
