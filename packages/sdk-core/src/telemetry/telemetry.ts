import type { Clock } from '../clock.ts'
import { asFlagsError, FlagsError } from '../failure.ts'
import { retryAfterMs } from '../retry.ts'
import { every, openDeadline } from '../timers.ts'
import { type Batch, type BatchOptions, takeBatch } from './batch.ts'
import { type Counted, openTally } from './tally.ts'

export type TelemetryOptions = {
  /** Where the Management API is. */
  url: string
  key: string
  fetch: typeof globalThis.fetch
  /** Undefined while it is not known yet. */
  environmentId: () => string | undefined
  sdkType: BatchOptions['sdkType']
  sdkVersion: string
  /** Undefined where the runtime has its own. */
  userAgent?: string
  clock: Clock
  flushMs: number
  /** Scales how long an answer may take, and how long to leave the service alone. */
  timing?: number
  /** Of a request's body. */
  maxBytes: number
  onError: (error: FlagsError) => void
}

export type Telemetry = {
  count(counted: Counted): void
  /** Sends what was counted. Comes back when that is done, or has to wait for the next time. */
  flush(): Promise<void>
  /** Sends what is left, as far as that works now. */
  close(): Promise<void>
}

/** The most requests that a flush makes: a busy process sends the rest with the next ones. */
const maxRequests = 10
const timeoutMs = 5_000
/** The service remembers a batch for a day: sent again after that it could count twice. */
const retryForMs = 23 * 60 * 60 * 1_000

/** Evaluations counted in memory and told in batches: one request at a time, each repeated until it is answered. */
export const openTelemetry = (options: TelemetryOptions): Telemetry => {
  const { key, sdkType, sdkVersion, userAgent, clock, maxBytes, onError, timing = 1 } = options
  const url = `${options.url.replace(/\/+$/, '')}/v1/telemetry/events`
  const tally = openTally()
  let pending: Batch | undefined
  let flushing: Promise<void> | undefined
  let notBeforeMs = 0
  let isRefused = false
  let isFailing = false

  const nextBatch = (): Batch | undefined => {
    const environmentId = options.environmentId()
    if (environmentId === undefined) return undefined
    return takeBatch(tally.waiting, { environmentId, sdkType, sdkVersion, nowMs: clock.nowMs(), maxBytes })
  }

  const post = async ({ body, idempotencyKey }: Batch): Promise<Response> => {
    const deadline = openDeadline()
    deadline.expect(timeoutMs * timing)
    try {
      const response = await options.fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
          ...(userAgent && { 'user-agent': userAgent }),
        },
        body,
        // A browser finishes what a page that is left has sent.
        keepalive: sdkType === 'client',
        signal: deadline.signal,
      })
      clock.heard(response)
      await response.text()
      return response
    } finally {
      deadline.close()
    }
  }

  /** False where the same batch has to be sent again later. */
  const deliver = async (batch: Batch): Promise<boolean> => {
    const response = await post(batch)
    if (response.ok) return true
    if (response.status === 429 || response.status >= 500) {
      notBeforeMs = Date.now() + retryAfterMs(response) * timing
      return false
    }
    isRefused = response.status === 401 || response.status === 403
    onError(new FlagsError('TELEMETRY', `Evaluations could not be told: ${url} answered ${response.status}.`))
    return true
  }

  const sendWaiting = async (): Promise<void> => {
    for (let sent = 0; sent < maxRequests && !isRefused && Date.now() >= notBeforeMs; sent++) {
      if (pending && clock.nowMs() - pending.madeAtMs > retryForMs * timing) pending = undefined
      pending ??= nextBatch()
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
          // It is tried again and again, and told once.
          if (!isFailing) onError(asFlagsError('TELEMETRY', 'Evaluations could not be told yet', thrown))
          isFailing = true
        },
      )
      .finally(() => {
        flushing = undefined
      })
    return flushing
  }

  const stop = every(options.flushMs, () => void flush())

  return {
    count: tally.count,
    flush,
    close: async () => {
      stop()
      await flushing
      await flush()
      const left = tally.waiting.reduce((sum, { count }) => sum + count, pending?.evaluations ?? 0)
      if (left > 0) onError(new FlagsError('TELEMETRY', `${left} evaluations could not be told.`))
    },
  }
}
