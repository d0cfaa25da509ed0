import type { Clock } from '../clock.ts'
import type { FlagsError } from '../failure.ts'
import { serviceUrl } from '../service-url.ts'
import { every } from '../timers.ts'
import { type BatchOptions, takeBatch } from './batch.ts'
import { openSender } from './sender.ts'
import { type Counted, openTally } from './tally.ts'
import { openTracked } from './tracked.ts'

export type TelemetryOptions = {
  /** The URL of the Management API. */
  url: string
  key: string
  fetch: typeof globalThis.fetch
  /** Returns undefined while the environment is not known yet. */
  environmentId: () => string | undefined
  sdkType: BatchOptions['sdkType']
  sdkVersion: string
  /** Undefined if the runtime sends its own, like browsers. */
  userAgent?: string
  clock: Clock
  flushMs: number
  /** Scales the timeout of a request, and the wait that the service asks for. */
  timing?: number
  /** The most bytes of a request's body. */
  maxBytes: number
  onError: (error: FlagsError) => void
}

export type Telemetry = Pick<ReturnType<typeof openTracked>, 'track' | 'expose'> & {
  count(counted: Counted): void
  /** Sends what waits. Resolves once it is sent, or has to wait for the next flush. */
  flush(): Promise<void>
  /** Sends what is left, trying once. */
  close(): Promise<void>
}

/** The service's limit of a batch of events. */
const maxTrackedBytes = 256 * 1024

/** Counts evaluations in memory and keeps what is tracked, and sends both in batches. */
export const openTelemetry = (options: TelemetryOptions): Telemetry => {
  const { key, fetch, sdkType, sdkVersion, userAgent, clock, timing = 1, maxBytes, onError } = options
  const url = serviceUrl(options.url)
  const tally = openTally()
  const tracked = openTracked({ sdkType, sdkVersion, maxBytes: Math.min(maxBytes, maxTrackedBytes) })
  const shared = { key, fetch, userAgent, clock, timing, keepalive: sdkType === 'client', onError }
  const senders = {
    // Events first: when a page is left, only the first requests may get through.
    tracked: openSender({ ...shared, url: `${url}/v1/track`, what: 'Events', next: tracked.next }),
    counts: openSender({
      ...shared,
      url: `${url}/v1/telemetry/events`,
      what: 'Evaluations',
      next: (nowMs) => {
        const environmentId = options.environmentId()
        if (environmentId === undefined) return undefined
        return takeBatch(tally.waiting, { environmentId, sdkType, sdkVersion, nowMs, maxBytes })
      },
    }),
  }

  const flush = async (): Promise<void> => {
    await Promise.all([senders.tracked.flush(), senders.counts.flush()])
  }
  const stop = every(options.flushMs, () => void flush())

  return {
    count: tally.count,
    track: tracked.track,
    expose: tracked.expose,
    flush,
    close: async () => {
      stop()
      const counted = () => tally.waiting.reduce((sum, { count }) => sum + count, 0)
      await Promise.all([senders.tracked.end(tracked.waiting), senders.counts.end(counted)])
    },
  }
}
