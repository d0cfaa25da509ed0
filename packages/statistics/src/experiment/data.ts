import { type Moments, noMoments } from '../moments/moments.ts'
import type { FixedReading } from '../read/fixed.ts'

export type PerVariant<Value> = Readonly<Record<string, Value>>
export type PerMetric<Value> = Readonly<Record<string, PerVariant<Value>>>

/** The data counted so far. */
export type Data = {
  /** Moments of matured units, by metric and variant. A missing entry means no units. */
  moments: PerMetric<Moments>
  /** All exposed units, matured or not. */
  exposed: PerVariant<number>
  /** Whole days since the start. */
  days: number
  /** Units of all variants that mature per day. */
  unitsPerDay: number
  /** The result of `readKept` at the planned end, by treatment. */
  kept?: PerVariant<FixedReading>
  /** The strongest evidence of all earlier results. */
  before?: { split: number; guardrails: PerMetric<number> }
}

/** Reads own properties only, since metrics and variants may have names such as `constructor`. */
export const own = <Value>(record: PerVariant<Value> | undefined, key: string): Value | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined

export type MomentsOf = (metric: string, variant: string) => Moments

export const momentsIn =
  ({ moments }: Pick<Data, 'moments'>): MomentsOf =>
  (metric, variant) =>
    own(own(moments, metric), variant) ?? noMoments
