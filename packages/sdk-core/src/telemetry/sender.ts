import type { Clock } from '../clock.ts'
import { asFlagsError, FlagsError } from '../failure.ts'
import { retryAfterMs } from '../retry.ts'
import { openDeadline } from '../timers.ts'

/** The content of one request. */
export type Batch = {
  /** The same for every attempt, so that a batch whose answer was lost counts once. */
  idempotencyKey: string
  madeAtMs: number
  /** The number of items, for the error that reports a loss. */
  items: number
  body: (nowMs: number) => string
}

export type SenderOptions = {
  url: string
  key: string
  fetch: typeof globalThis.fetch
  /** Undefined if the runtime sends its own, like browsers. */
  userAgent: string | undefined
  clock: Clock
  /** Scales the timeout of a request, and the wait that the service asks for. */
  timing: number
  /** Browsers complete a keepalive request after the page is left. */
  keepalive: boolean
  /** The first word of its error messages. */
  what: 'Evaluations' | 'Events'
  next: (nowMs: number) => Batch | undefined
  onError: (error: FlagsError) => void
}

/** The most requests that a flush makes: a busy process sends the rest with the next ones. */
const maxRequests = 10
const timeoutMs = 5_000
/** The service remembers a batch for a day: sent again after that it could count twice. */
const retryForMs = 23 * 60 * 60 * 1_000

/** Sends batches one request at a time, each retried until it is answered. */
export const openSender = (options: SenderOptions) => {
  const { url, key, fetch, userAgent, clock, timing, keepalive, what, next, onError } = options
  let pending: Batch | undefined
  let flushing: Promise<void> | undefined
  let notBeforeMs = 0
  let isRefused = false
  let isFailing = false

  const post = async ({ body, idempotencyKey }: Batch): Promise<Response> => {
    const deadline = openDeadline()
    deadline.expect(timeoutMs * timing)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
          ...(userAgent && { 'user-agent': userAgent }),
        },
        // By the machine's own clock, like the times of the events: the service corrects them by this time.
        body: body(Date.now()),
        keepalive,
        signal: deadline.signal,
      })
      clock.heard(response)
      await response.text()
      return response
    } finally {
      deadline.close()
    }
  }

  /** Returns false if the same batch has to be sent again later. */
  const deliver = async (batch: Batch): Promise<boolean> => {
    const response = await post(batch)
    if (response.ok) return true
    if (response.status === 429 || response.status >= 500) {
      notBeforeMs = Date.now() + retryAfterMs(response) * timing
      return false
    }
    isRefused = response.status === 401 || response.status === 403
    onError(new FlagsError('TELEMETRY', `${what} could not be told: ${url} answered ${response.status}.`))
    return true
  }

  const sendWaiting = async (): Promise<void> => {
    for (let sent = 0; sent < maxRequests && !isRefused && Date.now() >= notBeforeMs; sent++) {
      if (pending && clock.nowMs() - pending.madeAtMs > retryForMs * timing) pending = undefined
      pending ??= next(clock.nowMs())
      if (!pending || !(await deliver(pending))) return
      pending = undefined
    }
  }

  const flush = (): Promise<void> => {
    flushing ??= sendWaiting()
      .then(
        () => {
          isFailing = false
        },
        (thrown: unknown) => {
          // Retries go on; the error is emitted once.
          if (!isFailing) onError(asFlagsError('TELEMETRY', `${what} could not be told yet`, thrown))
          isFailing = true
        },
      )
      .finally(() => {
        flushing = undefined
      })
    return flushing
  }

  return {
    flush,
    /** Sends what is left, trying once. */
    end: async (waiting: () => number): Promise<void> => {
      await flushing
      await flush()
      const left = waiting() + (pending?.items ?? 0)
      if (left > 0) onError(new FlagsError('TELEMETRY', `${left} ${what.toLowerCase()} could not be told.`))
    },
  }
}
