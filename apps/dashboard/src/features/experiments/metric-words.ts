import type { Metric } from '../../api/metrics.ts'
import { amount, plural } from '../../format/number.ts'
import { sayDuration } from '../../format/time.ts'

const day = 86_400

/** `24 h`, `7 days`, `10 min`. */
export const sayWindow = (seconds: number): string => {
  if (seconds === day) return '24 h'
  return seconds % day === 0 ? plural(seconds / day, 'day') : sayDuration(seconds)
}

type Definition = Pick<Metric, 'kind' | 'event' | 'denominatorEvent' | 'after' | 'window' | 'cap'>

const kinds: Record<Metric['kind'], (metric: Definition) => string> = {
  conversion: ({ event }) => `a ${event}`,
  count: ({ event, cap }) => `how many ${event}${atMost(cap)}`,
  sum: ({ event, cap }) => `sum of ${event}${atMost(cap)}`,
  ratio: ({ event, denominatorEvent }) => `${event} over ${denominatorEvent}`,
}

const atMost = (cap: number | null): string => (cap === null ? '' : `, at most ${amount(cap)}`)

/** What a metric counts of a unit: `a purchase within 24 h`. */
export const sayMetric = (metric: Definition): string => {
  const { after, window } = metric
  const when = after === 0 ? `within ${sayWindow(window)}` : `from ${sayWindow(after)} on, for ${sayWindow(window)}`
  return `${kinds[metric.kind](metric)} ${when}`
}

export const kindNames: Record<Metric['kind'], string> = {
  conversion: 'Conversion',
  count: 'Count',
  sum: 'Sum',
  ratio: 'Ratio',
}

export const directionNames: Record<Metric['direction'], string> = {
  increase: 'more is better',
  decrease: 'less is better',
}
