import {
  type Clock,
  FlagsError,
  openClock,
  openTelemetry,
  serviceUrl,
  type Telemetry,
  untracked,
} from '@bunting/sdk-core'
import { answersFrom } from './answers.ts'
import { isBundle, parseSent } from './bundle.ts'
import { follow } from './connection/follow.ts'
import { openExposures } from './exposures.ts'
import type { Flags } from './flags.ts'
import { type HeldFlags, holdFlags } from './held-flags.ts'
import { openKeptBundle } from './kept-bundle.ts'
import { type KeptLists, openKeptLists } from './kept-lists.ts'
import { openLists } from './lists.ts'
import type { FlagsOptions, TimedOptions } from './options.ts'
import { sdkVersion } from './version.ts'

/**
 * Connects to Bunting and keeps an environment's flags in memory. It returns at once: `ready` waits for the first
 * flags, and until then every evaluation returns its fallback.
 *
 * @example
 * ```ts
 * import { openFlags } from '@bunting/sdk-server'
 * import { fileCache } from '@bunting/sdk-server/file-cache'
 *
 * const flags = openFlags({
 *   url: 'http://127.0.0.1:4001',
 *   key: 'sk_…',
 *   cache: fileCache('/var/cache/shop/flags.json'),
 *   telemetry: { url: 'http://127.0.0.1:4000' },
 * })
 * await flags.ready()
 * console.log(flags.boolean('new-checkout', { userId: 'ada' }, false))
 * await flags.close()
 * ```
 */
export const openFlags = (options: FlagsOptions): Flags => {
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request))
  const { timing = 1 }: TimedOptions = options
  const clock = openClock()
  const stop = new AbortController()
  const service = { url: serviceUrl(options.url), key: options.key, fetch, userAgent, clock, timing }
  let keptLists: KeptLists | undefined
  const held = holdFlags((fail) => {
    keptLists = openKeptLists(options.cache?.lists, timing, stop.signal, fail)
    return openLists(service, keptLists, stop.signal, fail)
  })
  const kept = openKeptBundle(options.cache, timing, held.fail)
  const telemetry = telemetryOf(options, held, fetch, clock)
  const track = telemetry?.track ?? untracked(held.fail)

  if (isBundle(options.bootstrap)) held.begin(options.bootstrap)
  // Listeners are added once the flags are returned.
  else if (options.bootstrap !== undefined) queueMicrotask(() => held.fail(unreadableBootstrap()))
  void kept.read().then((bundle) => bundle && held.begin(bundle))
  void follow(service, stop.signal, {
    onSent: (text) => {
      const sent = parseSent(text)
      if ('from' in sent) {
        if (!held.patch(sent)) return false
        kept.keep(held.text)
      } else {
        held.replace(sent)
        kept.keep(() => text)
      }
      return true
    },
    onCurrent: held.status.current,
    onLost: (error) => {
      held.status.lost(error)
      if (error.code === 'KEY_REFUSED') held.status.giveUp()
    },
  })

  return {
    ...answersFrom(held.flags, telemetry && { count: telemetry.count, expose: telemetry.expose }),
    track: (name, context, details) => track(name, context ?? {}, details),
    on: held.on,
    get environmentId() {
      return held.head()?.environmentId
    },
    get status() {
      return held.status.get()
    },
    get error() {
      return held.status.error()
    },
    ready: (timeoutMs = 10_000 * timing) => held.status.wait(timeoutMs),
    flush: async () => telemetry?.flush(),
    close: async () => {
      held.status.close()
      stop.abort()
      await Promise.all([telemetry?.close(), kept.close(), keptLists?.close()])
    },
  }
}

const userAgent = `bunting-typescript/${sdkVersion}`

/** Below the limit of the events endpoint, which is 1 MiB. */
const maxBytes = 1_000_000

type TelemetryOf = Pick<Telemetry, 'count' | 'flush' | 'close'> & ReturnType<typeof openExposures>

const telemetryOf = (
  { telemetry, key, timing = 1 }: TimedOptions,
  held: HeldFlags,
  fetch: typeof globalThis.fetch,
  clock: Clock,
): TelemetryOf | undefined => {
  if (!telemetry) return undefined
  const { url, flushMs = 10_000 * timing } = telemetry
  const opened = openTelemetry({
    url,
    key,
    fetch,
    environmentId: () => held.head()?.environmentId,
    sdkType: 'server',
    sdkVersion: `typescript-${sdkVersion}`,
    userAgent,
    clock,
    flushMs,
    timing,
    maxBytes,
    onError: held.fail,
  })
  return { ...opened, ...openExposures(held.flags, held.experiments, opened) }
}

const unreadableBootstrap = (): FlagsError =>
  new FlagsError('BAD_ANSWER', 'The bootstrap cannot be read: it is not a bundle of flags.')
