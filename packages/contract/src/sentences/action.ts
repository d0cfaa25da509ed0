import type { AuditLogEntry } from '../schemas/audit-log.ts'
import type { Part } from './part.ts'

/** What entries are about, as the API calls it. */
type ResourceType =
  | 'flag'
  | 'flag_version'
  | 'segment'
  | 'segment_version'
  | 'proposal'
  | 'api_key'
  | 'environment'
  | 'project'
  | 'member'
  | 'session'
  | 'organization'
  | 'schedule'
  | 'webhook'
  | 'view'
  | 'context'

/** What the log says of an action. */
export type ActionWords = {
  /** For a filter: `Flag created`. */
  label: string
  resourceType: ResourceType
  /** The sentence after its subject: `created the flag checkout-layout, a string`. `here` is the project it is said in, if one is. */
  says(entry: AuditLogEntry, here?: string): Part[]
}
