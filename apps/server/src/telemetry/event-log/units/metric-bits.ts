import { maturitySeconds } from '@bunting/statistics'
import type { Measure } from '../../../rules/units/tracking.ts'

/** The most units that one transaction counts. */
export const unitsAtOnce = 5_000

/** One bit for each metric, all set: a new unit waits to be counted by all of them. There are at most sixteen. */
export const waitingFor = (metrics: readonly Measure[]): number => (1 << metrics.length) - 1

export const metricsOf = (bits: number, metrics: readonly Measure[]): Measure[] =>
  metrics.filter((_, at) => (bits & (1 << at)) !== 0)

/** Groups metrics by the time from exposure until a unit is counted. */
export const groupsOf = (metrics: readonly Measure[]): { bits: number; inMs: number }[] => {
  const groups = new Map<number, number>()
  for (const [at, metric] of metrics.entries()) {
    const inMs = maturitySeconds(metric) * 1_000
    groups.set(inMs, (groups.get(inMs) ?? 0) | (1 << at))
  }
  return [...groups].map(([inMs, bits]) => ({ bits, inMs }))
}
