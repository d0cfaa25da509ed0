import type {
  ActorId,
  ActorType,
  ApiKeyId,
  ApiKeyType,
  AuditAction,
  AuditLogEntryId,
  EnvironmentId,
  ExperimentId,
  FlagId,
  FlagKind,
  FlagVersionId,
  ListId,
  OrganizationId,
  Plan,
  ProjectId,
  ProposalId,
  ProposalKind,
  ProposalStatus,
  Role,
  ScheduleId,
  SegmentId,
  SegmentVersionId,
  SessionId,
  UserId,
} from '@bunting/contract'
import type { FlagType } from '@bunting/engine'
import type { Generated, GeneratedAlways } from 'kysely'
import type { SchemaOfCode } from './schema-of-code.ts'
import type { SchemaOfExperiments } from './schema-of-experiments.ts'
import type { SchemaOfFinding } from './schema-of-finding.ts'
import type { SchemaOverTime } from './schema-over-time.ts'

/** Parts of a list: a whole version, what one added or removed, or what is proposed. */
export type PartKind = 'whole' | 'added' | 'removed' | 'given'

type OtherTables = SchemaOverTime & SchemaOfFinding & SchemaOfExperiments & SchemaOfCode

/**
 * The tables. `created_us` is the time at which the row was made, in microseconds since 1970, unique within the list
 * that shows the row: it is the cursor of the list. JSON is stored as text, so that both databases return exactly what
 * they were given. SQLite has no booleans: it returns 0 and 1, which the table files convert back.
 */
export type Schema = OtherTables & {
  /** Events that happen once in the life of a database; the first process to insert the row wins. */
  milestones: { name: string }
  /** One row: the progress of publishing to a shared edge cache. */
  edge_progress: {
    /** The sequence in its old form, for a release that only knows that. */
    marker: number
    marker_3: Generated<number>
    /** The id of this database, which every backup of it shares. */
    store_id: GeneratedAlways<string>
  }
  /** The checkpoints that the edge and other processes remember. */
  checkpoints: { at_ms: number }
  organizations: { id: OrganizationId; name: string; plan: Plan; created_us: number }
  projects: {
    id: ProjectId
    org_id: OrganizationId
    name: string
    slug: string
    /** JSON: the ids of its environments in order; environments that are missing here come last. */
    environment_order: string | null
    code_lines: Generated<boolean>
    created_us: number
  }
  environments: {
    id: EnvironmentId
    project_id: ProjectId
    name: string
    slug: string
    color: string
    protected: boolean
    strict: Generated<boolean>
    emergency: Generated<boolean>
    /** The number of changes that the edge has to learn of; `published_revision` is the last one that it has. */
    revision: Generated<number>
    published_revision: Generated<number>
    /** JSON: the names that the latest revisions touched, see `changes.ts`. */
    changes: string | null
    /** An upper bound of the bundle's size at revision `bundle_bytes_at`; at any other revision the size is unknown. */
    bundle_bytes: Generated<number>
    bundle_bytes_at: Generated<number>
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
    /** Key and name in lower case, computed here because SQLite lowers only ASCII. */
    search_text: string
    /** JSON. */
    schema: string | null
    /** JSON. */
    tags: Generated<string>
    owner_id: UserId | null
    kind: FlagKind | null
    /** A date without a time. */
    expected_end: string | null
    managed_by: string | null
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
    schedule_id: ScheduleId | null
    comment: string | null
    emergency: Generated<boolean>
    /** The cost of evaluating it by itself, in nanoseconds; null for versions from before this column. */
    cost: number | null
    created_us: number
  }
  segments: {
    id: SegmentId
    org_id: OrganizationId
    project_id: ProjectId
    key: string
    name: string
    description: string | null
    unit: string | null
    /** Its ids are too many for a bundle; and whether they are kept beside their hashes. */
    large: Generated<boolean>
    keep_ids: Generated<boolean>
    managed_by: string | null
    archived_us: number | null
    /** Like that of a flag. */
    search_text: string
    created_us: number
  }
  segment_versions: {
    id: SegmentVersionId
    segment_id: SegmentId
    environment_id: EnvironmentId
    version: number
    created_by: ActorId
    proposal_id: ProposalId | null
    comment: string | null
    created_us: number
    cost: number
    included_count: number
    excluded_count: number
    /** Rules and lists are JSON; together they are the config. */
    rules: string
    included: string
    excluded: string
    /** JSON: the list as bundles name it, where the segment is large; then the config's parts say nothing. */
    large: string | null
    /** JSON: the version whose parts are whole, and those whose changes follow; and the first of them by itself. */
    large_chain: string | null
    large_base: SegmentVersionId | null
    large_added: number | null
    large_removed: number | null
  }
  /** The lists of large segments, and what their hashes are made with. */
  large_lists: { id: ListId; segment_id: SegmentId; environment_id: EnvironmentId; salt: string }
  /** What large lists hold, see `list-parts.ts`. */
  list_parts: {
    owner_id: string
    kind: PartKind
    seq: number
    first: string
    last: string
    hashes: Uint8Array
    ids: Uint8Array | null
  }
  /** The flags and segments that the active version of a flag or segment references. Derived: replaced with each version. */
  config_references: {
    environment_id: EnvironmentId
    from_id: FlagId | SegmentId
    to_id: FlagId | SegmentId
    /** The position in the list of what references `to_id`. */
    created_us: number
  }
  proposals: {
    id: ProposalId
    org_id: OrganizationId
    project_id: ProjectId
    /** Null if the proposal is about a segment, or about an environment alone. */
    flag_id: FlagId | null
    segment_id: SegmentId | null
    schedule_id: ScheduleId | null
    experiment_id: ExperimentId | null
    environment_id: EnvironmentId
    status: ProposalStatus
    kind: ProposalKind
    /** JSON. Proposals of a config use `proposed_config`, all other kinds so far use `change`. */
    proposed_config: string | null
    change: string | null
    comment: string | null
    /** The proposal that its proposer withdrew in favour of this one. */
    replaces: ProposalId | null
    created_by: ActorId
    /** The people behind the actors, as they were at that time. */
    proposer_id: UserId | null
    proposer_address: string | null
    reviewed_by: ActorId | null
    reviewer_id: UserId | null
    reviewer_address: string | null
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
    /** The person at the end of the chain of creators; null if that is the bootstrap or the operator. */
    owner_id: UserId | null
    expires_ms: number | null
    /** The time of its last use, to the minute. */
    used_ms: number | null
    /** The time of its last use at Delivery, to the minute. */
    asked_ms: number | null
    revoked_us: number | null
    revision: Generated<number>
    published_revision: Generated<number>
    created_us: number
  }
  /** The former secrets of a key, and the time until which each still works. */
  retired_secrets: { hash: string; key_id: ApiKeyId; retired_ms: number; until_ms: number }
  usage_days: {
    environment_id: EnvironmentId
    flag_key: string
    day: string
    total: number
    rule_matches: number
    defaults: number
    errors: number
    /** JSON. */
    value_distribution: string
    /** The number of different values, without a missing flag's empty answer. `only_value` is set if there is just one. */
    distinct_values: number
    only_value: string | null
    /** JSON: the number of answers by each rule, by its id; null for days from before this column. */
    rule_counts: string | null
  }
  /** What units are hashed under. */
  unit_secrets: { environment_id: EnvironmentId; secret: string }
  /** The bytes of events sent to an environment in a day: in total, and by client keys. */
  telemetry_bytes: { environment_id: EnvironmentId; day: string; bytes: number; client_bytes: number }
  users: {
    id: UserId
    org_id: OrganizationId
    /** The id by which the identity provider knows the person. */
    identity: string
    name: string
    email: string | null
    /** The e-mail in its normal form for comparison, if it belongs to this account: unique among members. */
    address: string | null
    role: Role
    /** True if the role came from the provider's groups at the last sign-in. */
    role_from_groups: Generated<boolean>
    /** True if the person joined by an invitation: then they may sign in again, whatever the settings say. */
    invited: Generated<boolean>
    removed_us: number | null
    created_us: number
    /** The time at which the person came back or got a higher role, if that was later. */
    raised_us: Generated<number>
  }
  /** The roles of people in single projects, if they differ from the role in the organization. */
  project_roles: { user_id: UserId; project_id: ProjectId; role: Role }
  /** Of sessions and links, only the hash of the secret is stored. */
  sessions: {
    id: SessionId
    user_id: UserId
    hash: string
    created_us: number
    used_us: number
    /** The end of the session, however much it is used. */
    ends_us: number
    /** The network address that opened it; null for sessions from before this column. */
    address: string | null
    user_agent: string | null
  }
  sign_in_links: { hash: string; user_id: UserId; expires_us: number }
  audit_log: {
    id: AuditLogEntryId
    org_id: OrganizationId
    /** Null if the entry concerns the whole organization. */
    project_id: ProjectId | null
    environment_id: EnvironmentId | null
    /** The id whose list shows the entry: the project, else the organization. */
    scope: GeneratedAlways<string>
    actor_id: ActorId
    actor_type: ActorType
    action: AuditAction
    resource_type: string
    resource_id: string
    meta: string
    created_us: number
    /** The position in the organization's chain, from 1; `hash` covers this entry and the hash of the one before. */
    seq: number
    hash: string
  }
  /** The newest entry of each organization's chain. */
  audit_chains: {
    org_id: OrganizationId
    seq: number
    hash: string | null
    entry_id: AuditLogEntryId | null
    last_us: number
    /** The number of enabled webhooks of the organization. */
    webhooks: Generated<number>
  }
}
