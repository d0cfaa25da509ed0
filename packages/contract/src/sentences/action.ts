import type { AuditLogEntry } from '../schemas/audit-log.ts'
import type { Part } from './part.ts'

/** The resource types of audit entries. */
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
  | 'metric'
  | 'experiment'
  | 'webhook'
  | 'view'
  | 'context'
  | 'code_references'

/** The words for an action. */
export type ActionWords = {
  /** The label in a filter: `Flag created`. */
  label: string
  resourceType: ResourceType
  /** The sentence after its subject: `created the flag checkout-layout, a string`. `here` is the current project, if any. */
  says(entry: AuditLogEntry, here?: string): Part[]
}
