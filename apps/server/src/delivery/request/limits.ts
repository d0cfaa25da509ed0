import { ApiError } from '@bunting/contract'
import type { EdgeKey } from '../../edge/edge.ts'
import { type Allowance, allowanceHeaders, headersOfAllowance, openRateLimiter } from '../../http/auth/rate-limit.ts'
import { requestsIn } from '../../rules/weight.ts'
import type { DeliverySettings } from '../deps.ts'
import type { Message } from './message.ts'

/** Charges a request for what it costs beyond a usual one; throws if too little of the limit is left. */
export type Charge = (weight: number) => void

export type Limits = {
  /** Takes one request off the caller's limit, and says so in the headers; throws if none is left. */
  spend(caller: EdgeKey, message: Message, headers: string[]): void
  /** Takes more off the limit, once the cost of the request is known; `weight` is in nanoseconds. */
  charge(caller: EdgeKey, message: Message, headers: string[], weight: number): void
  /** Throws if the address has no failures left: its token is not even compared. */
  requireTries(message: Message, headers: string[]): void
  /**
   * To be called before an unknown key is looked up. Keys have 220 random bits and cannot be guessed, so a caller is
   * not refused for the failures of others at its address; but all addresses without failures left share one limit of
   * lookups.
   */
  requireRead(message: Message, headers: string[]): void
  /** Counts a failure of the address. Returns the error to answer with if it had none left. */
  spendFailed(message: Message, headers: string[]): ApiError | undefined
}

type LimitSettings = Pick<DeliverySettings, 'serverLimit' | 'clientLimit' | 'failedLimit' | 'lookupLimit'>

export const openLimits = (
  { serverLimit, clientLimit, failedLimit, lookupLimit }: LimitSettings,
  networkOf: (message: Message) => string,
): Limits => {
  const nowMs = () => performance.now()
  const server = openRateLimiter(serverLimit, nowMs)
  const client = openRateLimiter(clientLimit, nowMs)
  const failed = openRateLimiter(failedLimit, nowMs)
  const lookups = openRateLimiter(lookupLimit, nowMs)
  const take = (caller: EdgeKey, message: Message, count?: number): Allowance | undefined =>
    caller.type === 'server' ? server.take(caller.id, count) : client.take(`${caller.id} ${networkOf(message)}`, count)
  return {
    spend: (caller, message, headers) => {
      const refused = settle(take(caller, message), headers)
      if (refused) throw refused
    },
    charge: (caller, message, headers, weight) => {
      const more = requestsIn(weight)
      if (more === 0) return
      const at = headers.indexOf('RateLimit-Limit')
      if (at >= 0) headers.splice(at, headersOfAllowance)
      const refused = settle(take(caller, message, more), headers, 'This request takes as much as many others.')
      if (refused) throw refused
    },
    requireTries: (message, headers) => require(failed.look(networkOf(message)), headers),
    requireRead: (message, headers) => {
      if (failed.look(networkOf(message))?.allowed === false) require(lookups.take(''), headers)
    },
    spendFailed: (message, headers) => settle(failed.take(networkOf(message)), headers),
  }
}

/** Throws if the request is refused; the headers are only set in that case. */
const require = (allowance: Allowance | undefined, headers: string[]): void => {
  const refused = allowance?.allowed === false && settle(allowance, headers)
  if (refused) throw refused
}

const settle = (
  allowance: Allowance | undefined,
  headers: string[],
  why = 'Too many requests.',
): ApiError | undefined => {
  if (!allowance) return undefined
  headers.push(...allowanceHeaders(allowance))
  if (allowance.allowed) return undefined
  return new ApiError('RATE_LIMITED', `${why} Try again in ${allowance.retryAfterSeconds} s.`)
}
