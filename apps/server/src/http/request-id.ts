import { randomUUID } from 'node:crypto'

/** The caller's, if it sent a sane one: then both sides' logs speak of the same request. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
