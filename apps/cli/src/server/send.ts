import { setTimeout as wait } from 'node:timers/promises'
import { eventsType, fileType, linesType } from '@bunting/contract'
import { refuse, unreachable } from '../core/failure.ts'

const timeoutMs = 30_000
const maxTries = 10
const maxWaitS = 10
const flowing = [linesType, eventsType, fileType]

/** `fetch` with an explanation for each way to fail; it waits and retries if the server asks it to. */
export const send: typeof fetch = async (input, init) => {
  const address = new URL(String(input))
  for (let tries = 1; ; tries++) {
    const response = await reach(address, init)
    if (response.status === 429 && tries < maxTries) {
      await wait(1_000 * secondsToWait(response))
      continue
    }
    return checkAnswer(address, response)
  }
}

const reach = async (address: URL, init: RequestInit | undefined): Promise<Response> => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), timeoutMs).unref()
  try {
    const response = await fetch(address, { ...init, redirect: 'manual', signal: controller.signal })
    // A streamed answer may take as long as data keeps coming.
    if (flowing.includes(response.headers.get('content-type') ?? '')) clearTimeout(timer)
    return response
  } catch (error) {
    return unreachable(
      `${address.origin} cannot be reached: ${reasonOf(error)}.`,
      'Is the server running (bunting serve), and is this its address (BUNTING_URL, bunting profiles list)?',
    )
  }
}

const reasonOf = (error: unknown): string => {
  if ((error as Error).name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} seconds`
  const cause = (error as { cause?: { code?: string; message?: string } }).cause
  const words: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'there is no such host',
    EAI_AGAIN: 'its name cannot be looked up',
    ECONNRESET: 'the connection was cut',
    UND_ERR_SOCKET: 'the connection was cut',
  }
  return words[cause?.code ?? ''] ?? cause?.code ?? cause?.message ?? (error as Error).message
}

const secondsToWait = (response: Response): number => {
  const asked = Number(response.headers.get('retry-after') ?? 1)
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), maxWaitS) : 1
}

/** Checks that Bunting answered: an answer without JSON comes from another program or from a proxy. */
const checkAnswer = (address: URL, response: Response): Response => {
  const location = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && location !== null) {
    return refuse(`${address.origin} sends us on to ${location}.`, 'Log in with the address it names: bunting login')
  }
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json') || flowing.includes(type)) return response
  return unreachable(
    `${address.origin} answered ${response.status}, and not as Bunting does.`,
    'Is this the address of a Bunting server, and of the right one of its two APIs?',
  )
}
