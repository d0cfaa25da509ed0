import type {
  ActorId,
  ActorType,
  ApiKeyId,
  ApiKeyType,
  AuditAction,
  AuditLogEntryId,
  EnvironmentId,
  FlagId,
  FlagVersionId,
  OrganizationId,
  Plan,
  ProjectId,
  ProposalId,
  ProposalStatus,
} from '@bunting/contract'
import type { FlagType } from '@bunting/engine'
import type { Generated } from 'kysely'

/**
 * The tables. `created_us` is when the row was made, in microseconds since 1970, unique within the list that shows the
 * row: it is the list's cursor. JSON is kept as text, so that both databases give back what they were given. SQLite has
 * no booleans: it answers 0 and 1, which the table files turn back.
 */
export type Schema = {
  /** What happens once in a database's life, by whoever comes first. */
  milestones: { name: string }
  /** One row: how far a shared edge cache was published. */
  edge_progress: { marker: number }
  organizations: { id: OrganizationId; name: string; plan: Plan; created_us: number }
  projects: { id: ProjectId; org_id: OrganizationId; name: string; slug: string; created_us: number }
  environments: {
    id: EnvironmentId
    project_id: ProjectId
    name: string
    slug: string
    color: string
    protected: boolean
    /** Counts the changes that the edge has to see; `published_revision` is how far it has seen them. */
    revision: Generated<number>
    published_revision: Generated<number>
    created_us: number
  }
  flags: {
    id: FlagId
    org_id: OrganizationId
    project_id: ProjectId
    key: string
    name: string
    description: string | null
    type: FlagType
    client_safe: boolean
    archived_us: number | null
    /** Key and name in lower case: SQLite lowers ASCII only. */
    search_text: string
    created_us: number
  }
  flag_versions: {
    id: FlagVersionId
    flag_id: FlagId
    environment_id: EnvironmentId
    version: number
    config: string
    created_by: ActorId
    proposal_id: ProposalId | null
    created_us: number
  }
  proposals: {
    id: ProposalId
    org_id: OrganizationId
    project_id: ProjectId
    flag_id: FlagId
    environment_id: EnvironmentId
    status: ProposalStatus
    proposed_config: string
    created_by: ActorId
    reviewed_by: ActorId | null
    reviewed_us: number | null
    review_note: string | null
    created_us: number
  }
  api_keys: {
    id: ApiKeyId
    org_id: OrganizationId
    environment_id: EnvironmentId
    hash: string
    key_prefix: string
    type: ApiKeyType
    scopes: string
    description: string
    created_by: ActorId
    revoked_us: number | null
    revision: Generated<number>
    published_revision: Generated<number>
    created_us: number
  }
  audit_log: {
    id: AuditLogEntryId
    org_id: OrganizationId
    project_id: ProjectId
    actor_id: ActorId
    actor_type: ActorType
    action: AuditAction
    resource_type: string
    resource_id: string
    meta: string
    created_us: number
  }
}
