import type { Logger } from '../base/log.ts'
import { outageOf } from '../base/outage.ts'
import { tracedFetch } from '../base/trace.ts'
import type { Prometheus } from '../http/ports/prometheus.ts'
import type { Asked } from '../rules/changes/guardrails.ts'
import type { PrometheusConfig } from './config.ts'
import { readAnswer } from './read-answer.ts'

/** The most bytes of an answer: one series is far smaller. */
const mostBytes = 1_024 * 1_024

const words = {
  failing: 'Prometheus does not answer; steps with guardrails are held',
  again: 'Prometheus answers again',
}

/** Logs at the start whether Prometheus answers, and then each change. */
export const openPrometheus = ({ url, token }: PrometheusConfig, log: Logger, timeoutMs = 10_000): Prometheus => {
  const outage = outageOf(log, words)
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }

  const ask = async (query: string, stopping: AbortSignal): Promise<Asked> => {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
    try {
      // Redirects are not followed: the token must not be sent elsewhere.
      const response = await tracedFetch(addressOf(url, query, timeoutMs), { headers, redirect: 'manual', signal })
      const text = await readText(response)
      const asked = text === undefined ? tooLarge : readAnswer(response.status, text)
      if (asked) outage.worked()
      else outage.failed(new Error(`it answers ${response.status}, and not as Prometheus does`))
      return asked ?? { unknown: `Prometheus does not answer as it should (${response.status})` }
    } catch (error) {
      stopping.throwIfAborted()
      outage.failed(error)
      return { unknown: 'Prometheus does not answer' }
    }
  }

  void ask('1', new AbortController().signal)
  return { ask }
}

const tooLarge: Asked = { unknown: `Prometheus answers with more than ${mostBytes} bytes, not with one number` }

const addressOf = (url: string, query: string, timeoutMs: number): string =>
  `${url.replace(/\/+$/, '')}/api/v1/query?${new URLSearchParams({ query, timeout: `${timeoutMs}ms` })}`

/** Reads a body; undefined if it is larger than the answer for one series can be. */
const readText = async ({ body }: Response): Promise<string | undefined> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.byteLength
    if (bytes > mostBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
