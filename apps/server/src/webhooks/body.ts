import { type AuditLogEntry, limits } from '@bunting/contract'
import type { Sendable } from '../store/tables/webhook-tries.ts'

/** What a message says, as JSON: an entry of the audit log, and what those are called whom its ids stand for. */
export const bodyOf = ({ entry, actor = entry.actorId, project, environment }: Sendable): string => {
  const write = (meta: AuditLogEntry['meta'], cut: { truncated?: true }) =>
    messageBody(entry.action, entry.createdAt, { ...entry, meta, ...cut, actor, project, environment })
  const whole = write(entry.meta, {})
  if (fits(whole)) return whole
  // The smallest fields stay: receivers that need the rest read the entry by its id.
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
