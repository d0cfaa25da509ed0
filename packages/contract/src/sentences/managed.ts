import type { AuditLogEntry } from '../schemas/audit-log.ts'
import { metaText } from './entry.ts'
import type { Part } from './part.ts'

/** Returns the sentence for a flag or a segment whose manager has changed or was removed. */
export const sayManaged = (entry: AuditLogEntry, what: Part): Part[] => {
  const name = metaText(entry, 'managedBy')
  return name === undefined
    ? ['said that ', what, ' is managed here']
    : ['said that ', what, ' is managed in ', { is: 'quote', text: name }]
}
