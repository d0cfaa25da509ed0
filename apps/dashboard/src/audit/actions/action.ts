import type { AuditLogEntry } from '@bunting/contract'
import type { ComponentType } from 'react'
import type { Names } from '../names.ts'

export type EntryProps = { entry: AuditLogEntry; names: Names }

/** What the log says of an action. */
export type ActionWords = {
  /** For the filter: `Flag created`. */
  label: string
  /** What entries of it are about, as the API calls it. */
  resourceType:
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
  /** The sentence after its subject: `created the flag checkout-layout, a string`. */
  Says: ComponentType<EntryProps>
  /** At the end of the row: where to look further, or what was noted. */
  Ref?: ComponentType<EntryProps>
}
