import { Counter } from 'prom-client'
import { metrics } from '../base/metrics.ts'
import { traced } from '../base/trace.ts'
import { withTimeout } from '../base/with-timeout.ts'
import { findDestination, type SsrfGuard } from './destination.ts'
import { type Answer, post } from './send.ts'
import { type Outcome, Undeliverable } from './undeliverable.ts'

/** The result of a try. */
export type Try = {
  outcome: Outcome
  statusCode: number | null
  /** The reason of the failure, in a sentence. */
  error: string | null
  durationMs: number
  retryAfter: string | undefined
}

export type Tries = ReturnType<typeof openTries>

const triesTotal = new Counter({
  name: 'bunting_webhook_tries_total',
  help: 'Requests to webhooks, by what became of them.',
  labelNames: ['outcome'],
  registers: [metrics],
})

/** The timeout of a whole try: resolving the name, connecting, TLS and the head of the response. */
const tryMs = 15_000
const stopped = new Undeliverable('abandoned', 'Bunting stopped before there was an answer.')

/** Sends requests to external servers, each with a timeout. All of them can be abandoned at once. */
export const openTries = (ssrfGuard: SsrfGuard, timeoutMs = tryMs) => {
  const underWay = new Map<AbortController, Promise<void>>()
  const late = new Undeliverable('unreachable', `There was no answer within ${timeoutMs / 1_000} seconds.`)
  let isStopped = false

  /** Runs work with a timeout. If it was aborted, it throws the reason of the abort. */
  const bounded = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    if (isStopped) throw stopped
    const controller = new AbortController()
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    underWay.set(controller, over)
    const timer = setTimeout(() => controller.abort(late), timeoutMs)
    try {
      return await work(controller.signal)
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error
    } finally {
      clearTimeout(timer)
      underWay.delete(controller)
      end()
    }
  }

  const send = async (url: string, headers: Record<string, string>, body: string): Promise<Try> => {
    const beganMs = performance.now()
    const took = (untilMs: number) => Math.round(untilMs - beganMs)
    try {
      const answer = await bounded(async (signal) =>
        post(await findDestination(ssrfGuard, url, signal), headers, body, signal),
      )
      return { ...judge(answer), durationMs: took(answer.atMs) }
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error
      const { outcome, message } = error
      return {
        outcome,
        statusCode: null,
        error: message,
        durationMs: took(performance.now()),
        retryAfter: undefined,
      }
    }
  }

  return {
    send: (url: string, headers: Record<string, string>, body: string): Promise<Try> =>
      traced('webhook', { 'server.address': new URL(url).hostname }, async () => {
        const tried = await send(url, headers, body)
        triesTotal.inc({ outcome: tried.outcome })
        return tried
      }),

    /** The reason why nothing can be sent to an address; undefined if it can. */
    check: async (url: string): Promise<string | undefined> => {
      try {
        await bounded((signal) => findDestination(ssrfGuard, url, signal))
        return undefined
      } catch (error) {
        if (error instanceof Undeliverable) return error.message
        throw error
      }
    },

    /** Begins nothing more, and aborts what is still under way after the grace period. */
    close: async (graceMs: number): Promise<void> => {
      isStopped = true
      await withTimeout(graceMs, Promise.all(underWay.values())).catch(() => undefined)
      for (const controller of underWay.keys()) controller.abort(stopped)
    },
  }
}

const judge = ({ statusCode, retryAfter }: Answer): Omit<Try, 'durationMs'> => {
  const isWell = statusCode >= 200 && statusCode < 300
  const error = isWell ? null : refusal(statusCode)
  return { outcome: isWell ? 'delivered' : 'refused', statusCode, error, retryAfter }
}

const refusal = (statusCode: number): string =>
  statusCode >= 300 && statusCode < 400
    ? `It answered ${statusCode}: redirects are not followed.`
    : `It answered ${statusCode}.`
