import type { Measure } from './tracking.ts'

const shortestMs = 60_000
const longestMs = 60 * 60 * 1_000

/** Events may come so much later than they happened. Nothing that is younger than the shortest can be late. */
export const leastGraceMs = shortestMs

const graceMs = ({ window }: Pick<Measure, 'window'>): number =>
  Math.min(longestMs, Math.max(shortestMs, (window * 1_000) / 24))

/** From a unit's first exposure until it is counted. */
export const maturesInMs = ({ after, window }: Pick<Measure, 'after' | 'window'>): number =>
  (after + window) * 1_000 + graceMs({ window })
