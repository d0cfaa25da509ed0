import { Counter, Gauge } from 'prom-client'
import { metrics } from '../http/metrics.ts'

const counts = new Map<string, number>()

/** Counts an answer. The metrics are made of it when somebody reads them: answering must cost nothing. */
export const countAnswer = (route: string, status: number): void => {
  const key = `${status} ${route}`
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

new Counter({
  name: 'bunting_delivery_requests_total',
  help: 'Answers of the Delivery API, by route and status.',
  labelNames: ['route', 'status'],
  registers: [metrics],
  collect() {
    this.reset()
    for (const [key, count] of counts) {
      const [status = '', route = ''] = key.split(' ')
      this.inc({ route, status }, count)
    }
  },
})

/** What a Delivery instance holds, read when the metrics are. */
export const gaugeOf = (name: string, help: string, read: () => number): void => {
  metrics.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(read())
    },
  })
}
