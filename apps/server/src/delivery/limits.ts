import { ApiError } from '@bunting/contract'
import type { EdgeKey } from '../edge/edge.ts'
import { type Allowance, allowanceHeaders, openRateLimiter } from '../http/rate-limit.ts'
import type { DeliverySettings } from './deps.ts'
import type { Message } from './message.ts'

export type Limits = {
  /** Spends one of the caller's, and says so in the headers; fails when there is none left. */
  spend(caller: EdgeKey, message: Message, headers: string[]): void
  /** Fails where the address has no failures left. */
  requireTries(message: Message, headers: string[]): void
  /** Spends one of the address's failures. Returns what is said where there was none left. */
  spendFailed(message: Message, headers: string[]): ApiError | undefined
}

type LimitSettings = Pick<DeliverySettings, 'serverLimit' | 'clientLimit' | 'failedLimit'>

export const openLimits = (
  { serverLimit, clientLimit, failedLimit }: LimitSettings,
  networkOf: (message: Message) => string,
): Limits => {
  const nowMs = () => performance.now()
  const server = openRateLimiter(serverLimit, nowMs)
  const client = openRateLimiter(clientLimit, nowMs)
  const failed = openRateLimiter(failedLimit, nowMs)
  const take = (caller: EdgeKey, message: Message): Allowance | undefined =>
    caller.type === 'server' ? server.take(caller.id) : client.take(`${caller.id} ${networkOf(message)}`)
  return {
    spend: (caller, message, headers) => {
      const refused = settle(take(caller, message), headers)
      if (refused) throw refused
    },
    requireTries: (message, headers) => {
      const allowance = failed.look(networkOf(message))
      const refused = allowance?.allowed === false && settle(allowance, headers)
      if (refused) throw refused
    },
    spendFailed: (message, headers) => settle(failed.take(networkOf(message)), headers),
  }
}

const settle = (allowance: Allowance | undefined, headers: string[]): ApiError | undefined => {
  if (!allowance) return undefined
  headers.push(...allowanceHeaders(allowance))
  if (allowance.allowed) return undefined
  return new ApiError('RATE_LIMITED', `Too many requests. Try again in ${allowance.retryAfterSeconds} s.`)
}
