import { maturitySeconds } from '@bunting/statistics'
import type { Measure } from '../../../rules/units/tracking.ts'

/** So many units are counted by one commit. */
export const unitsAtOnce = 5_000

/** A bit for each metric that a unit waits to be counted by; there are at most sixteen. */
export const waitingFor = (metrics: readonly Measure[]): number => (1 << metrics.length) - 1

export const metricsOf = (bits: number, metrics: readonly Measure[]): Measure[] =>
  metrics.filter((_, at) => (bits & (1 << at)) !== 0)

/** The groups of metrics that mature together, and after how long. */
export const groupsOf = (metrics: readonly Measure[]): { bits: number; inMs: number }[] => {
  const groups = new Map<number, number>()
  for (const [at, metric] of metrics.entries()) {
    const inMs = maturitySeconds(metric) * 1_000
    groups.set(inMs, (groups.get(inMs) ?? 0) | (1 << at))
  }
  return [...groups].map(([inMs, bits]) => ({ bits, inMs }))
}
