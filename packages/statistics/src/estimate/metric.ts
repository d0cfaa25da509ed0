export const metricKinds = ['conversion', 'count', 'sum', 'ratio'] as const
export type MetricKind = (typeof metricKinds)[number]

/** Which way a metric should go. */
export type Direction = 'increase' | 'decrease'

/** What of a metric's definition decides how its moments are read. */
export type Metric = {
  kind: MetricKind
  direction: Direction
  /** Whether x is what the unit did before, to be adjusted for (CUPED); never of a ratio, whose x is its denominator. */
  adjust: boolean
}
