import type {
  ApiKey,
  ApiKeyId,
  AuditAction,
  Environment,
  EnvironmentId,
  Flag,
  Member,
  Project,
  ProjectId,
} from '@bunting/contract'
import type { ReviewedProposal } from './proposals.ts'

/** An audit entry before it is known who, when and under which id. */
export type AuditDraft = {
  action: AuditAction
  projectId: ProjectId
  resourceType: 'project' | 'environment' | 'flag' | 'flag_version' | 'proposal' | 'api_key' | 'member'
  resourceId: string
  meta: Record<string, unknown>
}

/** The document spells it both ways, so entries carry both. */
const environmentMeta = (id: EnvironmentId) => ({ envId: id, environmentId: id })

export const projectCreated = (project: Project): AuditDraft => ({
  action: 'project.created',
  projectId: project.id,
  resourceType: 'project',
  resourceId: project.id,
  meta: { name: project.name, slug: project.slug },
})

export const environmentCreated = (projectId: ProjectId, environment: Environment): AuditDraft => ({
  action: 'environment.created',
  projectId,
  resourceType: 'environment',
  resourceId: environment.id,
  meta: { name: environment.name, slug: environment.slug },
})

export const environmentUpdated = (
  projectId: ProjectId,
  environment: Environment,
  changed: Record<string, unknown>,
): AuditDraft => ({
  action: 'environment.updated',
  projectId,
  resourceType: 'environment',
  resourceId: environment.id,
  meta: changed,
})

export const flagCreated = (flag: Flag): AuditDraft => ({
  action: 'flag.created',
  projectId: flag.projectId,
  resourceType: 'flag',
  resourceId: flag.id,
  meta: { key: flag.key, name: flag.name, type: flag.type },
})

export const flagUpdated = (flag: Flag, changed: Record<string, unknown>): AuditDraft => ({
  action: 'flag.updated',
  projectId: flag.projectId,
  resourceType: 'flag',
  resourceId: flag.id,
  meta: changed,
})

export const flagVersionCreated = (
  flag: Flag,
  version: { id: string; environmentId: EnvironmentId; version: number },
): AuditDraft => ({
  action: 'flag.version.created',
  projectId: flag.projectId,
  resourceType: 'flag_version',
  resourceId: version.id,
  meta: { flagKey: flag.key, ...environmentMeta(version.environmentId), version: version.version },
})

export const proposalCreated = (flag: Flag, proposal: { id: string; environmentId: EnvironmentId }): AuditDraft => ({
  action: 'flag.proposal.created',
  projectId: flag.projectId,
  resourceType: 'proposal',
  resourceId: proposal.id,
  meta: { flagKey: flag.key, ...environmentMeta(proposal.environmentId) },
})

const noteMeta = (proposal: ReviewedProposal) => (proposal.reviewNote === null ? {} : { note: proposal.reviewNote })

export const proposalApproved = (flag: Flag, proposal: ReviewedProposal, version: number): AuditDraft => ({
  action: 'flag.proposal.approved',
  projectId: proposal.projectId,
  resourceType: 'proposal',
  resourceId: proposal.id,
  meta: { flagKey: flag.key, ...environmentMeta(proposal.environmentId), version, ...noteMeta(proposal) },
})

export const proposalRejected = (proposal: ReviewedProposal): AuditDraft => ({
  action: 'flag.proposal.rejected',
  projectId: proposal.projectId,
  resourceType: 'proposal',
  resourceId: proposal.id,
  meta: { ...environmentMeta(proposal.environmentId), ...noteMeta(proposal) },
})

export const apiKeyCreated = (projectId: ProjectId, key: ApiKey): AuditDraft => ({
  action: 'api_key.created',
  projectId,
  resourceType: 'api_key',
  resourceId: key.id,
  meta: {
    type: key.type,
    description: key.description,
    keyPrefix: key.keyPrefix,
    ...(key.expiresAt === null ? {} : { expiresAt: key.expiresAt }),
  },
})

export const apiKeyRotated = (
  projectId: ProjectId,
  key: { id: ApiKeyId; keyPrefix: string; previousExpiresAt: string },
): AuditDraft => ({
  action: 'api_key.rotated',
  projectId,
  resourceType: 'api_key',
  resourceId: key.id,
  meta: { keyPrefix: key.keyPrefix, previousExpiresAt: key.previousExpiresAt },
})

export const apiKeyRevoked = (projectId: ProjectId, key: ApiKey): AuditDraft => ({
  action: 'api_key.revoked',
  projectId,
  resourceType: 'api_key',
  resourceId: key.id,
  meta: { keyPrefix: key.keyPrefix },
})

/** Who may do what concerns every project: each one's log has it. */
export const memberUpdated = (
  projects: readonly ProjectId[],
  member: Member,
  changed: Record<string, unknown>,
): AuditDraft[] => projects.map((projectId) => memberEntry('member.updated', projectId, member, changed))

/** Their keys end with them, which their own entries say, unless somebody kept them. */
export const memberRemoved = (projects: readonly ProjectId[], member: Member, keptKeys: number): AuditDraft[] =>
  projects.map((projectId) => memberEntry('member.removed', projectId, member, keptKeys === 0 ? {} : { keptKeys }))

const memberEntry = (action: AuditAction, projectId: ProjectId, member: Member, meta: object): AuditDraft => ({
  action,
  projectId,
  resourceType: 'member',
  resourceId: member.id,
  meta: { name: member.name, ...meta },
})
