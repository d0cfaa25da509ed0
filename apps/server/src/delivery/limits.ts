import { ApiError } from '@bunting/contract'
import type { EdgeKey } from '../edge/edge.ts'
import { type Allowance, allowanceHeaders, openRateLimiter } from '../http/rate-limit.ts'
import type { DeliverySettings } from './deps.ts'

export type Limits = {
  /** Spends one of the caller's, and says so in the headers; fails when there is none left. */
  spend(caller: EdgeKey, socket: { remoteAddress?: string | undefined }, headers: string[]): void
  /** Spends one of the address's for a key that is none. */
  spendFailed(address: string, headers: string[]): void
}

export const openLimits = ({ serverLimit, clientLimit, failedLimit }: DeliverySettings): Limits => {
  const nowMs = () => performance.now()
  const server = openRateLimiter(serverLimit, nowMs)
  const client = openRateLimiter(clientLimit, nowMs)
  const failed = openRateLimiter(failedLimit, nowMs)
  return {
    spend: (caller, socket, headers) =>
      settle(
        caller.type === 'server' ? server.take(caller.id) : client.take(`${caller.id} ${socket.remoteAddress ?? ''}`),
        headers,
      ),
    spendFailed: (address, headers) => settle(failed.take(address), headers),
  }
}

const settle = (allowance: Allowance | undefined, headers: string[]): void => {
  if (!allowance) return
  headers.push(...allowanceHeaders(allowance))
  if (allowance.allowed) return
  throw new ApiError('RATE_LIMITED', `Too many requests. Try again in ${allowance.retryAfterSeconds} s.`)
}
