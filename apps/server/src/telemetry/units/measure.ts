import { Counter, Histogram } from 'prom-client'
import { metrics } from '../../base/metrics.ts'

export const itemsTracked = new Counter({
  name: 'bunting_track_items_total',
  help: 'Events and exposures that were tracked, by what became of them: accepted, rejected, or repeated under the same Idempotency-Key.',
  labelNames: ['outcome'],
  registers: [metrics],
})

export const unitsFolded = new Counter({
  name: 'bunting_experiment_units_folded_total',
  help: 'Units of experiments that were counted, once for each group of metrics that mature together.',
  registers: [metrics],
})

export const foldSeconds = new Histogram({
  name: 'bunting_experiment_fold_duration_seconds',
  help: 'How long it took to count the units of an experiment whose time had come.',
  buckets: [0.01, 0.1, 1, 10, 60],
  registers: [metrics],
})
