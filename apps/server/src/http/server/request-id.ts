import { randomUUID } from 'node:crypto'

/** The prefix of this process's ids; the count of its requests follows it. */
const prefix = randomUUID().slice(0, 23)
let count = 0

/** The caller's request id if it is valid, so that the logs of both sides name the same request; else a new one. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : `${prefix}-${(count++).toString(16).padStart(12, '0')}`
