import { Counter, Gauge } from 'prom-client'
import { metrics } from '../http/metrics.ts'

/** By route, then by status. */
const counts = new Map<string, Map<number, number>>()

/** Counts an answer. The metrics are made of it when somebody reads them: answering must cost nothing. */
export const countAnswer = (route: string, status: number): void => {
  const ofRoute = counts.get(route)
  if (ofRoute) ofRoute.set(status, (ofRoute.get(status) ?? 0) + 1)
  else counts.set(route, new Map([[status, 1]]))
}

new Counter({
  name: 'bunting_delivery_requests_total',
  help: 'Answers of the Delivery API, by route and status.',
  labelNames: ['route', 'status'],
  registers: [metrics],
  collect() {
    this.reset()
    for (const [route, statuses] of counts) {
      for (const [status, count] of statuses) this.inc({ route, status: String(status) }, count)
    }
  },
})

export const recordedDropped = new Counter({
  name: 'bunting_delivery_recorded_dropped_total',
  help: 'Evaluations that were not recorded, because more waited than is kept.',
  registers: [metrics],
})

export const streamsRefused = new Counter({
  name: 'bunting_delivery_streams_refused_total',
  help: 'Streams that were refused, by the bound that was reached.',
  labelNames: ['bound'],
  registers: [metrics],
})

export const streamsCutOff = new Counter({
  name: 'bunting_delivery_streams_cut_off_total',
  help: 'Streams whose readers were too slow, by the bound that was reached: what one may leave unread, or all together.',
  labelNames: ['bound'],
  registers: [metrics],
})

/** What a Delivery process holds, read when the metrics are; several workers' are put together. */
export const gaugeOf = (name: string, help: string, read: () => number, together: 'sum' | 'max' = 'sum'): void => {
  metrics.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    aggregator: together,
    registers: [metrics],
    collect() {
      this.set(read())
    },
  })
}
