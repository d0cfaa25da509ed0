import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Tracing } from '../base/trace.ts'
import { openSpanClocks, type SpanClock } from './clock.ts'
import { errorType } from './error-type.ts'
import { describeStatement } from './statement.ts'
import { traceRedis } from './trace-redis.ts'

type Databases = 'postgresql' | 'sqlite'

/** Machines request these every few seconds: their traces would hide all others. */
const untraced = ['/healthz', '/readyz', '/metrics']
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']

const clockKey = createContextKey('the clock of a trace')
const clockOf = (context: Context): SpanClock => context.getValue(clockKey) as SpanClock

/** Removes keys that a caller put into an unknown path. */
const withoutKeys = (path: string): string => (path.includes('k_') ? path.replaceAll(/\b([sp]k_)[\w-]+/g, '$1…') : path)

const fail = (span: Span, error: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', errorType(error))
}

/** Creates spans, each as a child of the work that it belongs to. */
export const openTracing = (tracer: Tracer, database: Databases): Tracing => {
  const startClock = openSpanClocks()
  const current = new AsyncLocalStorage<Context>()
  const propagator = new W3CTraceContextPropagator()

  /** The parent of a trace's first span here has no clock yet. */
  const withClock = (parent: Context): Context =>
    parent.getValue(clockKey) === undefined ? parent.setValue(clockKey, startClock()) : parent

  const start = (
    name: string,
    kind: SpanKind,
    attributes: Attributes | undefined,
    parent: Context,
    startTime = clockOf(parent)(),
  ) => tracer.startSpan(name, { kind, startTime, ...(attributes && { attributes }) }, parent)

  const run = async <Result>(
    span: Span,
    parent: Context,
    work: (within: Context) => Promise<Result>,
  ): Promise<Result> => {
    const within = trace.setSpan(parent, span)
    try {
      return await current.run(within, work, within)
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end(clockOf(parent)())
    }
  }

  traceRedis((name, attributes) => {
    // Background work repeats every second and gets no trace of its own.
    const parent = current.getStore()
    if (!parent) return undefined
    const span = start(name, SpanKind.CLIENT, attributes, parent)
    return (error) => {
      if (error !== undefined) fail(span, error)
      span.end(clockOf(parent)())
    }
  })

  return {
    begin: (method, path, headers) => {
      if (untraced.includes(path)) return undefined
      const parent = withClock(propagator.extract(ROOT_CONTEXT, headers, getter))
      const known = methods.includes(method) ? method : '_OTHER'
      const span = start(known === '_OTHER' ? 'HTTP' : known, SpanKind.SERVER, undefined, parent)
      const within = trace.setSpan(parent, span)
      const run = <Result>(work: () => Result) => current.run(within, work)
      // Most requests of a busy service are not sampled, and should cost little.
      if (!span.isRecording()) return { run, end: () => undefined }
      span.setAttributes({ 'http.request.method': known, 'url.path': withoutKeys(path), 'url.scheme': 'http' })
      return {
        run,
        end: (status, route) => {
          span.setAttribute('http.response.status_code', status)
          if (route !== undefined) {
            span.setAttribute('http.route', route)
            span.updateName(`${known} ${route}`)
          }
          if (status >= 500) fail(span, status)
          span.end(clockOf(parent)())
        },
      }
    },
    run: (name, attributes, work) => {
      const parent = current.getStore() ?? withClock(ROOT_CONTEXT)
      return run(start(name, SpanKind.INTERNAL, attributes, parent), parent, work)
    },
    query: ({ sql, durationMs, error }) => {
      const parent = current.getStore()
      if (!parent) return
      const { name, attributes } = describeStatement(sql, database)
      const endMs = clockOf(parent)()
      const span = start(name, SpanKind.CLIENT, attributes, parent, endMs - durationMs)
      if (error !== undefined) {
        fail(span, error)
        span.setAttribute('db.response.status_code', errorType(error))
      }
      span.end(endMs)
    },
    fetch: (address, init) => {
      const parent = current.getStore() ?? withClock(ROOT_CONTEXT)
      const { method = 'GET' } = init
      const { origin, pathname, hostname, port, protocol } = new URL(address)
      const attributes = {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
        // Without credentials and the query, which may be secret.
        'url.full': `${origin}${pathname}`,
      }
      const span = start(method, SpanKind.CLIENT, attributes, parent)
      return run(span, parent, async (within) => {
        const headers = new Headers(init.headers)
        propagator.inject(within, headers, setter)
        const response = await fetch(address, { ...init, headers })
        span.setAttribute('http.response.status_code', response.status)
        if (response.status >= 400) fail(span, response.status)
        return response
      })
    },
    ids: () => {
      const context = current.getStore()
      const ids = context && trace.getSpanContext(context)
      return ids && { traceId: ids.traceId, spanId: ids.spanId }
    },
  }
}

type Carrier = Parameters<Tracing['begin']>[2]

const getter = {
  keys: () => [],
  get: (headers: Carrier, name: string) =>
    headers instanceof Headers ? (headers.get(name) ?? undefined) : (headers as NodeJS.Dict<string | string[]>)[name],
}

const setter = { set: (headers: Headers, name: string, value: string) => headers.set(name, value) }
