import { api } from './client.ts'
import { pages, usePages } from './every-page.ts'

export const auditKeys = { all: (projectId: string) => ['audit', projectId] }

export type AuditFilter = { resourceType?: string; resourceId?: string; actorId?: string; action?: string }

const auditLogQuery = (projectId: string, filter: AuditFilter) =>
  pages([...auditKeys.all(projectId), filter], (query) =>
    api.listAuditLog({ params: { projectId }, query: { ...query, ...filter } }),
  )

/** Newest first, a page at a time. */
export const useAuditLog = (projectId: string, filter: AuditFilter = {}) => usePages(auditLogQuery(projectId, filter))
