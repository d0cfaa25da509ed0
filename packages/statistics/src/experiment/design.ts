import type { Metric } from '../estimate/metric.ts'
import type { Method } from '../sequence/levels.ts'

export type NamedMetric = Metric & { key: string }

/** The decisions that were made before the first unit. */
export type Design = {
  control: string
  treatments: readonly string[]
  /** The weight of each variant in the split. */
  shares: Readonly<Record<string, number>>
  primary: NamedMetric
  /** Metrics added during the experiment are exploratory: the correction for multiple metrics excludes them. */
  secondary: readonly (NamedMetric & { isExploratory: boolean })[]
  guardrails: readonly (NamedMetric & { worseBy: number })[]
  /** The confidence level: 0.9, 0.95 or 0.99. */
  confidence: number
  method: Method
  /** N*: the expected units of one comparison. */
  expectedUnits: number
  /** The smallest relative effect to detect. */
  minimumEffect: number
  minimumDays: number
}
