import { Counter, Gauge } from 'prom-client'
import { deliveryMetrics } from '../../base/metrics.ts'
import { addDuration, type Durations, histogramOf, newDurations } from './request-seconds.ts'

/** The answers of a route: their number by status, and their durations. */
type Answers = { statuses: Map<number, number>; durations: Durations }

const byRoute = new Map<string, Answers>()

const answersOf = (route: string): Answers => {
  const known = byRoute.get(route)
  if (known) return known
  const answers = { statuses: new Map<number, number>(), durations: newDurations() }
  byRoute.set(route, answers)
  return answers
}

/** Counts an answer cheaply; the metrics are computed when they are read. */
export const countAnswer = (route: string, status: number, ms: number): void => {
  const { statuses, durations } = answersOf(route)
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  addDuration(durations, ms)
}

deliveryMetrics.registerMetric(histogramOf(() => byRoute.entries().map(([route, { durations }]) => [route, durations])))

new Counter({
  name: 'bunting_delivery_requests_total',
  help: 'Answers of the Delivery API, by route and status.',
  labelNames: ['route', 'status'],
  registers: [deliveryMetrics],
  collect() {
    this.reset()
    for (const [route, { statuses }] of byRoute) {
      for (const [status, count] of statuses) this.inc({ route, status: String(status) }, count)
    }
  },
})

export const recordedDropped = new Counter({
  name: 'bunting_delivery_recorded_dropped_total',
  help: 'Evaluations that were not recorded, because more waited than is kept.',
  registers: [deliveryMetrics],
})

export const streamsRefused = new Counter({
  name: 'bunting_delivery_streams_refused_total',
  help: 'Streams that were refused, by the bound that was reached.',
  labelNames: ['bound'],
  registers: [deliveryMetrics],
})

export const streamsCutOff = new Counter({
  name: 'bunting_delivery_streams_cut_off_total',
  help: 'Streams whose readers were too slow, by the bound that was reached: what one may leave unread, or all together.',
  labelNames: ['bound'],
  registers: [deliveryMetrics],
})

/** Registers a gauge that is read with the metrics; `together` says how to combine the values of several workers. */
export const gaugeOf = (name: string, help: string, read: () => number, together: 'sum' | 'max' = 'sum'): void => {
  deliveryMetrics.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    aggregator: together,
    registers: [deliveryMetrics],
    collect() {
      this.set(read())
    },
  })
}
