import type { AuditLogEntry } from '../schemas/audit-log.ts'
import { isolate } from '../text/isolate.ts'
import type { Part } from './part.ts'

/** A text in an entry's meta; undefined if it is not a text. */
export const metaText = ({ meta }: AuditLogEntry, name: string): string | undefined => {
  const value = meta[name]
  return typeof value === 'string' ? value : undefined
}

/** The environment of an entry. Its field is spelled in both of these ways. */
export const environmentIdOf = (entry: AuditLogEntry): string | undefined => {
  if (entry.resourceType === 'environment') return entry.resourceId
  return metaText(entry, 'envId') ?? metaText(entry, 'environmentId')
}

export const environment = (entry: AuditLogEntry): Part => ({
  is: 'environment',
  environmentId: environmentIdOf(entry),
})

export const place = (entry: AuditLogEntry, word: 'in' | 'of' = 'in'): Part => ({
  is: 'place',
  word,
  environmentId: environmentIdOf(entry),
  ...(entry.resourceType === 'api_key' ? { apiKeyId: entry.resourceId } : {}),
})

/** The flag of an entry about one of its environments. */
export const flagThere = (entry: AuditLogEntry): Part => ({
  is: 'flag',
  flagKey: metaText(entry, 'flagKey'),
  environmentId: environmentIdOf(entry),
  ...(entry.resourceType === 'proposal' ? { proposalId: entry.resourceId } : {}),
})

/** The reason in an entry, as a sentence of its own, without a full stop at its end. */
export const reason = (entry: AuditLogEntry): Part[] => {
  const text = metaText(entry, 'reason')
  return text === undefined ? [] : [`. ${isolate(text.replace(/\.$/, ''))}`]
}
