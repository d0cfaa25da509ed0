import { type AuditLogEntry, limits } from '@bunting/contract'
import type { Sendable } from '../store/tables/webhook-tries.ts'

/** The body of a message as JSON: an entry of the audit log, with the names behind its ids. */
export const bodyOf = ({ entry, actor = entry.actorId, project, environment }: Sendable): string => {
  const write = (meta: AuditLogEntry['meta'], cut: { truncated?: true }) =>
    messageBody(entry.action, entry.createdAt, { ...entry, meta, ...cut, actor, project, environment })
  const whole = write(entry.meta, {})
  if (fits(whole)) return whole
  // The smallest fields are kept: receivers that need the rest read the entry by its id.
  const smallestFirst = Object.entries(entry.meta).sort(([, one], [, other]) => sizeOf(one) - sizeOf(other))
  for (let count = smallestFirst.length - 1; count > 0; count--) {
    const cut = write(Object.fromEntries(smallestFirst.slice(0, count)), { truncated: true })
    if (fits(cut)) return cut
  }
  return write({}, { truncated: true })
}

export const messageBody = (type: string, timestamp: string, data: object): string =>
  JSON.stringify({ type, timestamp, data })

const fits = (body: string): boolean => Buffer.byteLength(body) <= limits.webhookBytes

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
