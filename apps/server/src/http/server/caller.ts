import type { Context } from 'hono'
import type { Caller } from '../../rules/audit/audit.ts'
import { addressOf } from '../auth/admit.ts'

const longest = 300

/** The origin of a request. The user agent is cut to what a line can show. */
export const callerOf = (c: Context): Caller => ({
  address: addressOf(c),
  userAgent: (c.req.header('user-agent') ?? '')
    .replace(/\p{Cc}/gu, '')
    .slice(0, longest)
    .toWellFormed(),
})
