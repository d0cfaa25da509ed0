import { EventEmitter } from 'node:events'
import { get } from 'node:http'
import { type EventStream, openEventStream } from '../../../../server/src/testing/clients/event-stream.ts'

type Request = { url(): string; method(): string; postDataJSON(): unknown; isNavigationRequest(): boolean }

/** An answer with the methods of Playwright's `Response`. */
export type Answered = { url(): string; status(): number }

/** With a `response`, the other fields replace its own. */
type Answer = { response?: Response; status?: number; headers?: Record<string, string>; json?: unknown; body?: string }

/** A request that a test can delay, refuse or answer itself, with the methods of Playwright's `Route`. */
type Route = {
  request(): Request
  continue(): Promise<void>
  fallback(): Promise<void>
  abort(): Promise<void>
  fetch(): Promise<Response>
  fulfill(answer: Answer): Promise<void>
}

type Handler = (route: Route) => unknown
export type Pattern = string | RegExp | ((url: URL) => boolean)

/** A window's connection to the server, until the window is left. */
export type Line = {
  send(address: string, init?: RequestInit): Promise<Response>
  openStream(address: string): Promise<EventStream>
  end(): void
}

/** A page's connection to the server: sends like a browser at its address, with the session's cookie. */
export class Network {
  readonly url: string
  /** The cookie of the session, which is the only one. */
  cookie = ''
  /** `request`, `response`, `requestfinished` and `requestfailed`. */
  readonly events = new EventEmitter()
  #routes: { pattern: Pattern; handler: Handler }[] = []

  constructor(url: string) {
    this.url = url
  }

  route(pattern: Pattern, handler: Handler): void {
    this.#routes.unshift({ pattern, handler })
  }

  unroute(pattern: Pattern): void {
    this.#routes = this.#routes.filter((one) => one.pattern !== pattern)
  }

  /** Removes all listeners and routes. */
  clear(): void {
    this.#routes = []
    this.events.removeAllListeners()
  }

  /** Opens a connection for a new window. Once that is left, its app still runs, but gets neither answers nor failures. */
  openLine(): Line {
    const over = new AbortController()
    const whileOpen = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
      const [answer] = over.signal.aborted ? [] : await Promise.allSettled([ask()])
      if (!answer || over.signal.aborted) return never
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    }
    return {
      send: (address, init) => whileOpen(() => this.#send(address, init, over.signal)),
      openStream: (address) => whileOpen(() => this.#openStream(address, over.signal)),
      end: () => over.abort(),
    }
  }

  async #send(address: string, init: RequestInit = {}, over: AbortSignal): Promise<Response> {
    const url = new URL(address, this.url)
    const request = describe(url, init)
    const handlers = this.#routes.flatMap(({ pattern, handler }) => (matchesUrl(pattern, url) ? [handler] : []))
    this.events.emit('request', request)
    try {
      const response = await answered(handlers, request, () => this.#ask(url, init, over))
      over.throwIfAborted()
      this.#tell(request, response)
      this.events.emit('requestfinished', request)
      return response
    } catch (error) {
      this.events.emit('requestfailed', request)
      throw error
    }
  }

  #ask(url: URL, { signal, ...init }: RequestInit, over: AbortSignal): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('Cookie', this.cookie)
    headers.set('Origin', this.url)
    // The window's signals are of another class than Node's.
    const given = new AbortController()
    signal?.addEventListener('abort', () => given.abort())
    if (signal?.aborted) given.abort()
    return fetch(url, { ...init, headers, signal: AbortSignal.any([given.signal, over]) })
  }

  async #openStream(address: string, over: AbortSignal): Promise<EventStream> {
    const request = describe(new URL(address, this.url), {})
    this.events.emit('request', request)
    const stream = await openEventStream(request.url(), { Cookie: this.cookie })
    over.addEventListener('abort', stream.close)
    if (over.aborted) stream.close()
    over.throwIfAborted()
    this.#tell(request, stream.response)
    return stream
  }

  #tell({ url }: Request, { status }: Response): void {
    this.events.emit('response', { url, status: () => status } satisfies Answered)
  }
}

const never = new Promise<never>(() => undefined)

/** Matches addresses by Playwright's rules for patterns. */
export function matchesUrl(pattern: Pattern, url: URL): boolean {
  if (typeof pattern === 'function') return pattern(url)
  if (pattern instanceof RegExp) return pattern.test(url.href)
  const [body, ...others] = pattern.split('**').map((part) => part.split('*').map(RegExp.escape).join('[^/]*'))
  return new RegExp(`^${[body, ...others].join('.*')}$`).test(url.href)
}

const describe = (url: URL, { method = 'GET', body }: RequestInit): Request => ({
  url: () => url.href,
  method: () => method,
  postDataJSON: () => JSON.parse(String(body)),
  isNavigationRequest: () => false,
})

/** The first handler decides, or passes the request on to the next one, and at last to the server. */
function answered(
  [first, ...others]: Handler[],
  request: Request,
  toServer: () => Promise<Response>,
): Promise<Response> {
  if (!first) return toServer()
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const route: Route = {
    request: () => request,
    continue: async () => resolve(toServer()),
    fallback: async () => resolve(answered(others, request, toServer)),
    abort: async () => reject(new TypeError('Failed to fetch')),
    fetch: toServer,
    fulfill: async ({ response, json, body, ...other }) => {
      const { status = 200, headers } = { status: response?.status, headers: response?.headers, ...other }
      const text = json === undefined ? (body ?? (await response?.text())) : JSON.stringify(json)
      resolve(new Response(text, { status, ...(headers && { headers }) }))
    },
  }
  Promise.resolve(first(route)).catch(reject)
  return promise
}

/** The cookie that a browser gets by following a sign-in link. */
export const followSignIn = (link: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(link, ({ headers }) => resolve(headers['set-cookie']?.[0]?.split(';')[0] ?? '')).on('error', reject)
  })
