/** Attributes by OpenTelemetry's semantic conventions. They never contain secrets, nor anything of an evaluation context. */
export type Attributes = Record<string, string | number | boolean | string[]>

type Headers = Pick<globalThis.Headers, 'get'> | NodeJS.Dict<string | string[]>

/** The span of an incoming request, until its response. */
export type RequestSpan = {
  /** Runs work, whose spans then belong to the request. */
  run<Result>(work: () => Result): Result
  /** `route` is the path with placeholders; undefined if no route matches. */
  end(status: number, route: string | undefined): void
}

export type Statement = { sql: string; durationMs: number; error: unknown }

/** Creates spans. */
export type Tracing = {
  begin(method: string, path: string, headers: Headers): RequestSpan | undefined
  run<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result>
  query(statement: Statement): void
  fetch(address: string, init: RequestInit): Promise<Response>
  ids(): { traceId: string; spanId: string } | undefined
}

let tracing: Tracing | undefined

/** Called once at the start if a collector is configured; otherwise every function below costs one comparison. */
export const traceWith = (made: Tracing): void => {
  tracing = made
}

/** Begins the span of a request; undefined if no collector is configured. */
export const beginRequest = (method: string, path: string, headers: Headers): RequestSpan | undefined =>
  tracing?.begin(method, path, headers)

/**
 * Runs the work in a span of that name, which belongs to the current request, if there is one. An error is recorded on the
 * span and rethrown.
 */
export const traced = <Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> =>
  tracing ? tracing.run(name, attributes, work) : work()

/** Records every finished statement. */
export const traceQuery = (statement: Statement): void => tracing?.query(statement)

/** `fetch` for outgoing requests: in a span, and with a `traceparent`. */
export const tracedFetch = (address: string, init: RequestInit): Promise<Response> =>
  tracing ? tracing.fetch(address, init) : fetch(address, init)

/** The ids for a log line, by which its trace can be found. */
export const traceIds = (): { traceId: string; spanId: string } | undefined => tracing?.ids()
