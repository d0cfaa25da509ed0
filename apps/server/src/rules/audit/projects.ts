import type { Project } from '@bunting/contract'
import type { AuditDraft } from './audit.ts'

export const projectCreated = (project: Project): AuditDraft => ({
  action: 'project.created',
  projectId: project.id,
  resourceType: 'project',
  resourceId: project.id,
  meta: { name: project.name, slug: project.slug },
})

export const projectUpdated = (project: Project, changed: Record<string, unknown>): AuditDraft => ({
  action: 'project.updated',
  projectId: project.id,
  resourceType: 'project',
  resourceId: project.id,
  meta: changed,
})
