import { randomUUID } from 'node:crypto'

/** Of this process; what follows it counts its requests. */
const prefix = randomUUID().slice(0, 23)
let count = 0

/** The caller's, if it sent a sane one: then both sides' logs speak of the same request. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : `${prefix}-${(count++).toString(16).padStart(12, '0')}`
