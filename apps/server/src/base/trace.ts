/** By OpenTelemetry's semantic conventions. Never a secret, nor anything of an evaluation's context. */
export type Attributes = Record<string, string | number | boolean | string[]>

type Headers = Pick<globalThis.Headers, 'get'> | NodeJS.Dict<string | string[]>

/** Of a request that came in, until it is answered. */
export type RequestSpan = {
  /** What is begun in there belongs to the request. */
  run<Result>(work: () => Result): Result
  /** `route` is its address without what varies in it; undefined where there is nothing at the address. */
  end(status: number, route: string | undefined): void
}

export type Statement = { sql: string; durationMs: number; error: unknown }

/** Makes spans. */
export type Tracing = {
  begin(method: string, path: string, headers: Headers): RequestSpan | undefined
  run<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result>
  query(statement: Statement): void
  fetch(address: string, init: RequestInit): Promise<Response>
  ids(): { traceId: string; spanId: string } | undefined
}

let tracing: Tracing | undefined

/** Called once at the start, where a collector is configured; otherwise every function below costs one comparison. */
export const traceWith = (made: Tracing): void => {
  tracing = made
}

/** Undefined where no collector is configured. */
export const beginRequest = (method: string, path: string, headers: Headers): RequestSpan | undefined =>
  tracing?.begin(method, path, headers)

/**
 * Does the work in a span of that name, which is part of the request that it is done for, if it is for one.
 * A failure is marked on the span and goes on to the caller.
 */
export const traced = <Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> =>
  tracing ? tracing.run(name, attributes, work) : work()

/** Hears of every statement that is over. */
export const traceQuery = (statement: Statement): void => tracing?.query(statement)

/** For requests that the service itself sends: in a span, and with a `traceparent`. */
export const tracedFetch = (address: string, init: RequestInit): Promise<Response> =>
  tracing ? tracing.fetch(address, init) : fetch(address, init)

/** What belongs into a line of the log, to find the trace by it. */
export const traceIds = (): { traceId: string; spanId: string } | undefined => tracing?.ids()
