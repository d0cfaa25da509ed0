import type { AuditAction, ProjectId, SavedContext, SavedView } from '@bunting/contract'
import type { AuditDraft } from './audit.ts'

const entry =
  (action: AuditAction, resourceType: 'view' | 'context') =>
  (projectId: ProjectId, { id, name }: Pick<SavedView | SavedContext, 'id' | 'name'>): AuditDraft => ({
    action,
    projectId,
    resourceType,
    resourceId: id,
    meta: { name },
  })

export const viewCreated = entry('view.created', 'view')
export const viewDeleted = entry('view.deleted', 'view')
/** The attributes stay out of the log: they may be a person's. */
export const contextCreated = entry('context.created', 'context')
export const contextDeleted = entry('context.deleted', 'context')
