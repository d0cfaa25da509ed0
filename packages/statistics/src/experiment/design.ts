import type { Metric } from '../estimate/metric.ts'
import type { Method } from '../sequence/levels.ts'

export type NamedMetric = Metric & { key: string }

/** What was settled before the first unit came. */
export type Design = {
  control: string
  treatments: readonly string[]
  /** The weight of each variant in the split. */
  shares: Readonly<Record<string, number>>
  primary: NamedMetric
  /** Metrics added while it runs are exploratory: the correction for several metrics leaves them out. */
  secondary: readonly (NamedMetric & { isExploratory: boolean })[]
  guardrails: readonly (NamedMetric & { worseBy: number })[]
  /** 0.9, 0.95 or 0.99. */
  confidence: number
  method: Method
  /** N*: units of one comparison. */
  expectedUnits: number
  /** Relative. */
  minimumEffect: number
  minimumDays: number
}
