import type { Metric } from '../server/metrics.ts'
import { durationText } from '../text/duration.ts'

const values: Record<Metric['kind'], (metric: Metric) => string> = {
  conversion: ({ event }) => `whether there is a ${event}`,
  count: ({ event }) => `how many ${event} there are`,
  sum: ({ event }) => `the sum of ${event}`,
  ratio: ({ event, denominatorEvent }) => `${event} over ${denominatorEvent}`,
}

/** `whether there is a purchase within 1d of the first exposure`. */
export const metricText = (metric: Metric): string => {
  const { after, window, cap } = metric
  const most = cap === null ? '' : `, at most ${cap}`
  const when =
    after === 0 ? `within ${durationText(window)}` : `from ${durationText(after)} to ${durationText(after + window)}`
  return `${values[metric.kind](metric)}${most}, ${when} of the first exposure`
}
