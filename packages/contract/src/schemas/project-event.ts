import type { EnvironmentId } from '../ids.ts'
import type { AuditAction } from './audit-log.ts'

/** The part of an audit entry that a view of the project needs: what to read again. */
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
