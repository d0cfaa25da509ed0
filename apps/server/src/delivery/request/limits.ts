import { ApiError } from '@bunting/contract'
import type { EdgeKey } from '../../edge/edge.ts'
import { type Allowance, allowanceHeaders, headersOfAllowance, openRateLimiter } from '../../http/auth/rate-limit.ts'
import { requestsIn } from '../../rules/weight.ts'
import type { DeliverySettings } from '../deps.ts'
import type { Message } from './message.ts'

/** Spends what a request takes beyond what every one does; fails where too little is left. */
export type Charge = (weight: number) => void

export type Limits = {
  /** Spends one of the caller's, and says so in the headers; fails when there is none left. */
  spend(caller: EdgeKey, message: Message, headers: string[]): void
  /** Spends more, once it is known what the request takes, in nanoseconds. */
  charge(caller: EdgeKey, message: Message, headers: string[], weight: number): void
  /** Fails where the address has no failures left: what it brings is not compared with anything. */
  requireTries(message: Message, headers: string[]): void
  /**
   * The same before an unknown key is looked up. Keys have 256 random bits and cannot be guessed, so a caller is not
   * refused for the failures of others at its address; all such addresses share a budget of reads a second.
   */
  requireRead(message: Message, headers: string[]): void
  /** Spends one of the address's failures. Returns what is said where there was none left. */
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

/** Says nothing of it where it is allowed. */
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
