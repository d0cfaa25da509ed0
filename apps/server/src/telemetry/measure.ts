import { Counter, Histogram } from 'prom-client'
import { metrics } from '../http/metrics.ts'

export const eventsTaken = new Counter({
  name: 'bunting_telemetry_events_total',
  help: 'Evaluation events, by what became of them: accepted, rejected, or repeated under the same Idempotency-Key.',
  labelNames: ['outcome'],
  registers: [metrics],
})

export const aggregationSeconds = new Histogram({
  name: 'bunting_aggregation_duration_seconds',
  help: 'How long it took to aggregate a day.',
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers: [metrics],
})

export const aggregationRows = new Counter({
  name: 'bunting_aggregation_rows_total',
  help: 'Flag-days that aggregation wrote.',
  registers: [metrics],
})

export const aggregationFailed = new Counter({
  name: 'bunting_aggregation_failures_total',
  help: 'Days that could not be aggregated; they are tried again.',
  registers: [metrics],
})
