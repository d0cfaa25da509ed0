import type { Context } from 'hono'
import type { Caller } from '../../rules/audit/audit.ts'
import { addressOf } from '../auth/admit.ts'

const longest = 300

/** Where a request comes from. What the caller says of itself is kept as far as a line can show it. */
export const callerOf = (c: Context): Caller => ({
  address: addressOf(c),
  userAgent: (c.req.header('user-agent') ?? '')
    .replace(/\p{Cc}/gu, '')
    .slice(0, longest)
    .toWellFormed(),
})
