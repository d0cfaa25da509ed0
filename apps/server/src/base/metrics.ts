import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { traceQuery } from './trace.ts'

/** Metrics of the process and of the Management API, and shared ones. */
export const metrics = new Registry()
/** Metrics of the Delivery API. */
export const deliveryMetrics = new Registry()
collectDefaultMetrics({ register: metrics })

export const requestSeconds = new Histogram({
  name: 'bunting_http_request_duration_seconds',
  help: 'How long requests took, by listener, route and status.',
  labelNames: ['listener', 'method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [metrics],
})

export const connectionsDropped = new Counter({
  name: 'bunting_http_connections_dropped_total',
  help: 'Connections that were closed to make room for others, or found none, by listener.',
  labelNames: ['listener'],
  registers: [metrics],
})

export const answersUnread = new Gauge({
  name: 'bunting_http_answers_unread_bytes',
  help: 'Bytes of answers that callers have yet to take, by listener.',
  labelNames: ['listener'],
  registers: [metrics],
})

export const answersCutOff = new Counter({
  name: 'bunting_http_answers_cut_off_total',
  help: 'Connections that were closed since their callers left answers unread, by listener and bound: too long, or too much together.',
  labelNames: ['listener', 'bound'],
  registers: [metrics],
})

const querySeconds = new Histogram({
  name: 'bunting_database_query_duration_seconds',
  help: 'How long statements in the database took.',
  labelNames: ['outcome'],
  buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  registers: [metrics],
})

export const databaseUnwritable = new Gauge({
  name: 'bunting_database_unwritable',
  help: '1 while nothing can be saved since the database is on a disk that is full, read-only or failing, else 0.',
  registers: [metrics],
})

export const dueLateSeconds = new Histogram({
  name: 'bunting_due_late_seconds',
  help: 'How much later than its time what is due was begun, by kind: steps of schedules, tries of webhooks and the like.',
  labelNames: ['kind'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300],
  registers: [metrics],
})

type Logged = { level: string; query: { sql: string }; queryDurationMillis: number; error?: unknown }

/** Looked up once, since a lookup takes nearly as long as a statement. */
const outcomes = { ok: querySeconds.labels('ok'), error: querySeconds.labels('error') }

/** Records every statement. */
export const measureQuery = ({ level, query, queryDurationMillis, error }: Logged): void => {
  outcomes[level === 'error' ? 'error' : 'ok'].observe(queryDurationMillis / 1_000)
  traceQuery({ sql: query.sql, durationMs: queryDurationMillis, error })
}
