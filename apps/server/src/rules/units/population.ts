import { addUnit, type Moments, noMoments } from '@bunting/statistics'
import { addDays, dayOf, daysBetween, startOfDay } from '../usage/days.ts'
import { daysBefore, type FoldedEvent, worthOf } from './fold-units.ts'
import type { Measure } from './tracking.ts'

/** A unit with its events, and all times at which it was seen. */
export type PopulationUnit = { unit: bigint; seenMs: readonly number[]; events: readonly FoldedEvent[] }

/** The last 14 days including today, and the first of the days before that are read for the adjustment. */
export const populationDays = (nowMs: number): { from: string; to: string; readFrom: string } => {
  const to = dayOf(nowMs)
  const from = addDays(to, 1 - daysBefore)
  return { from, to, readFrom: addDays(from, -daysBefore) }
}

/** The first time that the unit was seen in those days, as if it had been exposed then; undefined if it was not seen. */
const firstOf = ({ seenMs }: PopulationUnit, fromMs: number): number | undefined => {
  const least = seenMs.reduce((least, ms) => (ms >= fromMs && ms < least ? ms : least), Number.POSITIVE_INFINITY)
  return least === Number.POSITIVE_INFINITY ? undefined : least
}

/** Adds up the units as an experiment would that had begun 14 days ago and exposed everybody. */
export const openPopulation = (metric: Measure, nowMs: number) => {
  const { from, to } = populationDays(nowMs)
  const fromMs = startOfDay(from)
  let moments: Moments = noMoments
  let oldestMs = nowMs
  let events = 0
  let lateEvents = 0
  return {
    add: (unit: PopulationUnit): void => {
      const firstMs = firstOf(unit, fromMs)
      if (firstMs === undefined) return
      const { y, x } = worthOf(metric, firstMs, unit.events)
      moments = addUnit(moments, y, x)
      oldestMs = Math.min(oldestMs, firstMs)
      const endMs = firstMs + (metric.after + metric.window) * 1_000
      for (const { name, atMs } of unit.events) {
        if (name !== metric.event || atMs < firstMs) continue
        events++
        if (atMs >= endMs) lateEvents++
      }
    },
    result: () =>
      moments.n === 0 ? undefined : { moments, days: daysBetween(dayOf(oldestMs), to), events, lateEvents },
  }
}

/** Splits all units into two halves, once for each seed. */
export const openSplitPopulation = (metric: Measure, splits: number, nowMs: number) => {
  const fromMs = startOfDay(populationDays(nowMs).from)
  const [hashes, ys, xs]: [number[], number[], number[]] = [[], [], []]
  return {
    add: (unit: PopulationUnit): void => {
      const firstMs = firstOf(unit, fromMs)
      if (firstMs === undefined) return
      const { y, x } = worthOf(metric, firstMs, unit.events)
      hashes.push(Number(BigInt.asUintN(32, unit.unit)))
      ys.push(y)
      xs.push(x)
    },
    result: () => {
      const halves = () => Array.from({ length: splits }, (_, seed) => halvesOf(hashes, ys, xs, seed))
      return hashes.length === 0 ? undefined : { units: hashes.length, halves: halves() }
    },
  }
}

const halvesOf = (hashes: readonly number[], ys: readonly number[], xs: readonly number[], seed: number) => {
  const sides = Uint8Array.from(hashes, (hash) => mix(hash ^ mix(seed + 1)) >>> 31)
  return [momentsOf(ys, xs, sides, 0), momentsOf(ys, xs, sides, 1)] as [Moments, Moments]
}

/** The finalizer of MurmurHash3, which shuffles the hashes of the units anew for each seed. */
const mix = (hash: number): number => {
  let mixed = hash | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
  return mixed ^ (mixed >>> 16)
}

/** The moments of one half, in two passes: many times as fast as adding unit by unit. */
const momentsOf = (ys: readonly number[], xs: readonly number[], sides: Uint8Array, side: number): Moments => {
  let n = 0
  let [sumY, sumX] = [0, 0]
  for (let at = 0; at < ys.length; at++) {
    if (sides[at] !== side) continue
    n++
    sumY += ys[at] as number
    sumX += xs[at] as number
  }
  if (n === 0) return noMoments
  const y = { mean: sumY / n, m2: 0, least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }
  const x = { ...y, mean: sumX / n }
  let xy = 0
  for (let at = 0; at < ys.length; at++) {
    if (sides[at] !== side) continue
    const [oneY, oneX] = [ys[at] as number, xs[at] as number]
    y.m2 += (oneY - y.mean) ** 2
    x.m2 += (oneX - x.mean) ** 2
    xy += (oneY - y.mean) * (oneX - x.mean)
    y.least = Math.min(y.least, oneY)
    y.most = Math.max(y.most, oneY)
    x.least = Math.min(x.least, oneX)
    x.most = Math.max(x.most, oneX)
  }
  return { n, y, x, xy }
}
