import type { EnvironmentId } from '../ids.ts'
import type { AuditAction } from './audit-log.ts'

/** What an audit entry says to whoever shows the project: what to read anew. */
export type ProjectChange = {
  action: AuditAction
  resourceType: string
  resourceId: string
  environmentId?: EnvironmentId
  flagKey?: string
  segmentKey?: string
}

/** `id` is the entry's place in its organization. After a `reset` everything is to be read anew. */
export type ProjectEvent =
  | { event: 'changed'; id: string; data: ProjectChange }
  | { event: 'reset'; id: string; data: Record<string, never> }
