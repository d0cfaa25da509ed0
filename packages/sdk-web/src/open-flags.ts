import { asFlagsError, openClock, openTelemetry, serviceUrl, type Telemetry, untracked } from '@bunting/sdk-core'
import { areResults } from './answers.ts'
import type { Flags } from './flags.ts'
import { holdAnswers } from './held-answers.ts'
import { latestRequest } from './latest-request.ts'
import { openLive } from './live.ts'
import type { FlagsOptions } from './options.ts'
import { evaluate } from './remote.ts'
import { sameJson } from './same-json.ts'
import { openStored } from './stored.ts'
import { sdkVersion } from './version.ts'

/** The most flags: a limit for code that asks for ever new keys by mistake. */
const maxFlags = 1_000
/** Two requests at once, below the 64 KiB that browsers allow for keepalive requests of a page that is left. */
const maxBytes = 30_000

/**
 * Asks Bunting for a context's flags and keeps the answers current: when flags change, when the page becomes visible
 * again, and when the context changes. It returns at once: `ready` waits for the first answers.
 *
 * @example
 * ```ts
 * import { openFlags } from '@bunting/sdk-web'
 *
 * const flags = openFlags({
 *   url: 'https://flags.example.com',
 *   key: 'pk_…',
 *   context: { userId: 'ada', attributes: { plan: 'pro' } },
 *   flags: ['dark-mode', 'button-colour'],
 * })
 * await flags.ready()
 * console.log(flags.boolean('dark-mode', false))
 * ```
 */
export const openFlags = (options: FlagsOptions): Flags => {
  const fetch: typeof globalThis.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request))
  const service = { url: serviceUrl(options.url), key: options.key, fetch }
  const wanted = new Set(options.flags)
  let context = options.context ?? {}
  let environmentId: string | undefined
  /** The revision of the answers in memory, if it is known. */
  let revision: string | undefined
  let telemetry: Telemetry | undefined

  const held = holdAnswers({
    onWanted: (key) => {
      if (typeof key !== 'string' || wanted.has(key) || wanted.size >= maxFlags) return
      wanted.add(key)
      // Deferred, so that all flags that are asked for in this turn share a request.
      queueMicrotask(() => requests.soon())
    },
    count: (counted) => telemetry?.count(counted),
    expose: (token) => telemetry?.expose(token, { token }),
  })
  const stored = openStored(options, held.fail)

  const requests = latestRequest(async (signal) => {
    const asked = context
    try {
      const evaluated = await evaluate(service, [...wanted], asked, signal, telemetry !== undefined)
      if (signal.aborted) return 'over'
      environmentId = evaluated.environmentId ?? environmentId
      revision = evaluated.revision
      held.take(evaluated.results, evaluated.tokens)
      stored.write(asked, held.answers())
      return 'done'
    } catch (thrown) {
      if (signal.aborted) return 'over'
      const error = asFlagsError('UNREACHABLE', `${service.url} cannot be reached`, thrown)
      held.status.lost(error)
      if (error.code !== 'KEY_REFUSED') return 'again'
      held.status.giveUp()
      return 'over'
    }
  })

  if (options.telemetry) {
    const { url, flushMs = 30_000 } = options.telemetry
    telemetry = openTelemetry({
      ...service,
      url,
      environmentId: () => environmentId,
      sdkType: 'client',
      sdkVersion: `typescript-${sdkVersion}`,
      clock: openClock(),
      flushMs,
      maxBytes,
      onError: held.fail,
    })
  }
  const track = telemetry?.track ?? untracked(held.fail)

  const first = areResults(options.initial) ? options.initial : stored.read(context)
  if (first) held.take(first)
  void requests.now()
  const stopListening = openLive({
    ...service,
    isKeyRefused: () => held.status.error()?.code === 'KEY_REFUSED',
    onNews: (told) => requests.soon(() => told === undefined || told !== revision),
    onHidden: () => void telemetry?.flush(),
  })

  return {
    ...held.questions,
    on: held.on,
    get context() {
      return context
    },
    get environmentId() {
      return environmentId
    },
    get revision() {
      return revision
    },
    get status() {
      return held.status.get()
    },
    get error() {
      return held.status.error()
    },
    ready: held.status.wait,
    setContext: async (next) => {
      const isSame = sameJson(context, next)
      context = next
      if (!isSame) void requests.now()
      return (await requests.settled()) && context === next
    },
    track: (name, details) => track(name, context, details),
    flush: async () => telemetry?.flush(),
    close: async () => {
      held.status.close()
      stopListening()
      requests.close()
      await telemetry?.close()
    },
  }
}
