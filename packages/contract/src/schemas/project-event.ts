import type { EnvironmentId } from '../ids.ts'
import type { AuditAction } from './audit-log.ts'

/** The part of an audit entry that tells a view of the project what to reload. */
export type ProjectChange = {
  action: AuditAction
  resourceType: string
  resourceId: string
  environmentId?: EnvironmentId
  flagKey?: string
  segmentKey?: string
}

/** `id` is the entry's position in its organization. After a `reset` everything has to be reloaded. */
export type ProjectEvent =
  | { event: 'changed'; id: string; data: ProjectChange }
  | { event: 'reset'; id: string; data: Record<string, never> }
