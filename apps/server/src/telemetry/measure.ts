import { Counter, Histogram } from 'prom-client'
import { metrics } from '../base/metrics.ts'

export const eventsTaken = new Counter({
  name: 'bunting_telemetry_events_total',
  help: 'Evaluation events, by what became of them: accepted, rejected, or repeated under the same Idempotency-Key.',
  labelNames: ['outcome'],
  registers: [metrics],
})

export const evaluationsFolded = new Counter({
  name: 'bunting_telemetry_evaluations_folded_total',
  help: 'Evaluations that are counted, but not apart: of flags that the project does not have (unknown_flag), or of more values than a flag may have in a day (too_many_values).',
  labelNames: ['reason'],
  registers: [metrics],
})

export const evaluationsRefused = new Counter({
  name: 'bunting_telemetry_evaluations_refused_total',
  help: 'Evaluations that are not counted: the environment was sent all that it takes in a day (bytes_of_day), or a client key told of more at once than it may (count_of_client_key).',
  labelNames: ['reason'],
  registers: [metrics],
})

for (const reason of ['unknown_flag', 'too_many_values']) evaluationsFolded.inc({ reason }, 0)
for (const reason of ['bytes_of_day', 'count_of_client_key']) evaluationsRefused.inc({ reason }, 0)

export const aggregationFolded = new Counter({
  name: 'bunting_aggregation_values_folded_total',
  help: 'Different values that a flag’s day does not name, because it had more than it names.',
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
