import { routes } from 'virtual:contract-routes'
import { ApiError, clientFor } from '@bunting/contract'
import { base } from '../../base.ts'
import { noteAnswer, noteReturn, noteSilence } from './reach.ts'
import { noteRead } from './unfollowed.ts'

declare global {
  interface Window {
    /** The requests that index.html started before this script was loaded, by URL. */
    buntingEarly?: Map<string, Promise<Response>>
  }
}

/** Each early answer is used once: the next request wants fresh data. */
const takeEarly = (address: string, method: string | undefined): Promise<Response> | undefined => {
  const answer = method === 'GET' ? window.buntingEarly?.get(address) : undefined
  window.buntingEarly?.delete(address)
  return answer
}

/** The session cookie is sent automatically: the dashboard has the same origin as the API. */
const send: typeof fetch = async (input, init) => {
  try {
    const early = takeEarly(String(input), init?.method)
    // Early requests started when the page did.
    const askedMs = early ? 0 : performance.now()
    const answer = await (early ?? fetch(input, init))
    noteAnswer()
    if (init?.method === 'GET') noteRead(String(input), answer, askedMs)
    return answer
  } catch {
    if (noteSilence()) void askAgain()
    throw new ApiError('SERVICE_UNAVAILABLE', 'Bunting did not answer, so nothing here is up to date.')
  }
}

/** The Management API. Every error is an `ApiError`: code, message, details, requestId. */
export const api = clientFor(routes, { baseUrl: base, fetch: send })

/** Sends a cheap request, only to learn whether the API answers at all. */
export const askAgain = async (): Promise<void> => {
  try {
    const answer = await fetch(`${base}/v1/projects?limit=1`)
    await answer.text()
    noteReturn()
  } catch {
    if (noteSilence()) await askAgain()
  }
}
