import type { AuditLogEntry } from '../schemas/audit-log.ts'
import { metaText } from './entry.ts'
import type { Part } from './part.ts'
import { words } from './words.ts'

/**
 * The sentence of an entry after its subject: what was done, how, and the reason if there is one. `here` is the project in
 * which it is shown.
 */
export const sentenceOf = (entry: AuditLogEntry, here?: string): Part[] => [
  ...words[entry.action].says(entry, here),
  ...how(entry),
  ...why(entry),
]

const how = ({ action, meta }: AuditLogEntry): Part[] => {
  if (action === 'environment.updated') return []
  return [
    ...(typeof meta.scheduleId === 'string' && meta.kind !== 'schedule' ? [' by a schedule'] : []),
    ...(meta.via === 'mcp' ? [' over MCP'] : []),
    ...(meta.emergency === true ? [' past the proposals, ', { is: 'alarm', text: 'in an emergency' } as const] : []),
  ]
}

/** The reason of an entry. A review has a note instead, which is shown separately. */
const why = (entry: AuditLogEntry): Part[] => {
  const text = metaText(entry, 'comment')
  return text === undefined || metaText(entry, 'note') !== undefined ? [] : [': ', { is: 'quote', text }]
}
