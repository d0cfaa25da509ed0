import type { CodeReferencesBody, ProjectId } from '@bunting/contract'
import type { AuditDraft } from './audit.ts'

type Counts = { flags: number; references: number; unknown: number }

/** Contains counts, not the references themselves, which change with every upload. */
export const codeReferencesUpdated = (
  projectId: ProjectId,
  { repository, branch, commit }: Pick<CodeReferencesBody, 'repository' | 'branch' | 'commit'>,
  { flags, references, unknown }: Counts,
): AuditDraft => ({
  action: 'code_references.updated',
  projectId,
  resourceType: 'code_references',
  resourceId: projectId,
  meta: { repository, branch, commit, flags, references, unknown },
})
