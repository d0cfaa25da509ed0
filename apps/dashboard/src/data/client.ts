import { routes } from 'virtual:contract-routes'
import { ApiError, clientFor } from '@bunting/contract'
import { base } from '../base.ts'

/** The session's cookie goes along by itself: the dashboard lives at the API's own address. */
const send: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init)
  } catch {
    throw new ApiError('SERVICE_UNAVAILABLE', 'Bunting did not answer, so nothing here is up to date.')
  }
}

/** The Management API. Every error is an `ApiError`: code, message, details, requestId. */
export const api = clientFor(routes, { baseUrl: base, fetch: send })
