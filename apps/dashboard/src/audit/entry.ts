import type { AuditLogEntry } from '@bunting/contract'

/** A text in an entry's meta, whatever else stands there. */
export const metaText = ({ meta }: AuditLogEntry, name: string): string | undefined => {
  const value = meta[name]
  return typeof value === 'string' ? value : undefined
}

/** The environment an entry is about. The document spells it both ways. */
export const environmentIdOf = (entry: AuditLogEntry): string | undefined => {
  if (entry.resourceType === 'environment') return entry.resourceId
  return metaText(entry, 'envId') ?? metaText(entry, 'environmentId')
}
