export const metricKinds = ['conversion', 'count', 'sum', 'ratio'] as const
export type MetricKind = (typeof metricKinds)[number]

/** The direction in which a metric should go. */
export type Direction = 'increase' | 'decrease'

/** The parts of a metric's definition that determine how its moments are interpreted. */
export type Metric = {
  kind: MetricKind
  direction: Direction
  /** Tells whether to adjust for x, the unit's value before exposure (CUPED). Never of a ratio: x is its denominator. */
  adjust: boolean
}
