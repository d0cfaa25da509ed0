import { setTimeout as wait } from 'node:timers/promises'
import { unreachable, wrongUse } from '../../core/failure.ts'
import { waitForMs } from './wait-for.ts'

/** A request to a service. `about` names it in errors, since the address may contain a key. */
type Asked = { url: string; about: string; headers?: Record<string, string>; post?: object }

export type Answered = { body: unknown; headers: Headers }

/** Sends a request, and retries as long as that makes sense. */
export type Requests = (asked: Asked) => Promise<Answered>

const timeoutMs = 60_000
const maxRefusals = 20
const maxFailures = 4
const pauseMs = 200

export const openRequests =
  (title: string): Requests =>
  async ({ url, about, headers = {}, post }) => {
    const { origin } = new URL(url)
    let [refusals, failures] = [0, 0]
    const failed = async (why: string): Promise<void> => {
      if (++failures >= maxFailures) unreachable(`${title} cannot be reached at ${origin}: ${why}.`)
      await wait(pauseMs * 2 ** (failures - 1))
    }
    for (;;) {
      const response = await reach(url, headers, post)
      if (typeof response === 'string') {
        await failed(response)
        continue
      }
      const { status } = response
      if (status === 429) {
        if (++refusals >= maxRefusals) unreachable(`${title} wants to be asked less often than is possible.`)
        await response.body?.cancel()
        await wait(waitForMs(response.headers, Date.now()))
        continue
      }
      if (status >= 500) {
        await response.body?.cancel()
        await failed(`it answers ${status}`)
        continue
      }
      if (status === 401) wrongUse(`${title} does not know the key for ${about}.`)
      if (status === 403) wrongUse(`The key of ${title} may not read ${about}.`)
      if (!response.ok) wrongUse(`${title} at ${origin} has no ${about}: it answers ${status}.`)
      const text = await response.text().catch(causeOf)
      if (typeof text !== 'string') {
        await failed(text.cause)
        continue
      }
      return { body: parsed(text, title, origin), headers: response.headers }
    }
  }

const causeOf = (error: unknown): { cause: string } => ({
  cause: (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message,
})

/** Sends one request; returns the reason as a text if there is no answer. */
const reach = async (
  url: string,
  headers: Record<string, string>,
  post: object | undefined,
): Promise<Response | string> => {
  const sent = post && { method: 'POST', body: JSON.stringify(post) }
  const type = post && { 'content-type': 'application/json' }
  try {
    // Redirects are refused, so that a key is never sent to another address.
    const options = { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const
    return await fetch(url, { ...sent, ...options, headers: { ...headers, ...type } })
  } catch (error) {
    return causeOf(error).cause
  }
}

const parsed = (text: string, title: string, origin: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return wrongUse(`${origin} does not answer as ${title} does.`)
  }
}
