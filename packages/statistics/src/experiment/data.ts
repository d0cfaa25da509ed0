import { type Moments, noMoments } from '../moments/moments.ts'
import type { FixedReading } from '../read/fixed.ts'

export type PerVariant<Value> = Readonly<Record<string, Value>>
export type PerMetric<Value> = Readonly<Record<string, PerVariant<Value>>>

/** What was counted until now. */
export type Data = {
  /** By metric and variant, of matured units. A missing one has no units. */
  moments: PerMetric<Moments>
  /** All units that were exposed, matured or not. */
  exposed: PerVariant<number>
  /** Whole days since the start. */
  days: number
  /** Units of all variants that mature a day. */
  unitsPerDay: number
  /** By treatment, what `readKept` said at the planned end. */
  kept?: PerVariant<FixedReading>
  /** The most evidence that any earlier results had. */
  before?: { split: number; guardrails: PerMetric<number> }
}

/** Metrics and variants may be called what objects have by nature, such as `constructor`. */
export const own = <Value>(record: PerVariant<Value> | undefined, key: string): Value | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined

export type MomentsOf = (metric: string, variant: string) => Moments

export const momentsIn =
  ({ moments }: Pick<Data, 'moments'>): MomentsOf =>
  (metric, variant) =>
    own(own(moments, metric), variant) ?? noMoments
