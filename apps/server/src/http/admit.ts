import { type Access, ApiError, fail } from '@bunting/contract'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { type Actor, identify, requireOperator } from './actor.ts'
import type { Deps } from './deps.ts'
import { type Allowance, allowanceHeaders } from './rate-limit.ts'

/** Who calls, if they may and have not called too often. The operator acts in no organization. */
export const admit = async (c: Context, access: Access, deps: Deps): Promise<Actor | undefined> => {
  const authorization = c.req.header('authorization')
  try {
    if (access === 'operator') return requireOperator(deps, authorization)
    const actor = await identify(deps, authorization)
    spend(c, deps.limiters.management.take(actor.id))
    return actor
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_API_KEY') spend(c, deps.limiters.failed.take(addressOf(c)))
    throw error
  }
}

const addressOf = (c: Context): string => (c.env as HttpBindings | undefined)?.incoming?.socket.remoteAddress ?? ''

const spend = (c: Context, allowance: Allowance | undefined): void => {
  if (!allowance) return
  const headers = allowanceHeaders(allowance)
  for (let at = 0; at < headers.length; at += 2) c.header(headers[at] as string, headers[at + 1])
  if (!allowance.allowed) fail('RATE_LIMITED', `Too many requests. Try again in ${allowance.retryAfterSeconds} s.`)
}
