import type {
  ActorId,
  ActorType,
  ApiKeyId,
  ApiKeyType,
  AuditAction,
  AuditLogEntryId,
  EnvironmentId,
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
import type { SchemaOfFinding } from './schema-of-finding.ts'
import type { SchemaOverTime } from './schema-over-time.ts'

/** Parts of a list: a whole version, what one added or removed, or what is proposed. */
export type PartKind = 'whole' | 'added' | 'removed' | 'given'

type OtherTables = SchemaOverTime & SchemaOfFinding

/**
 * The tables. `created_us` is when the row was made, in microseconds since 1970, unique within the list that shows the
 * row: it is the list's cursor. JSON is kept as text, so that both databases give back what they were given. SQLite has
 * no booleans: it answers 0 and 1, which the table files turn back.
 */
export type Schema = OtherTables & {
  /** What happens once in a database's life, by whoever comes first. */
  milestones: { name: string }
  /** One row: how far a shared edge cache was published. */
  edge_progress: {
    /** In the form of before, for a release that knows only that. */
    marker: number
    marker_3: Generated<number>
    /** Of this database, in every backup of it too. */
    store_id: GeneratedAlways<string>
  }
  /** What the edge, and processes, remember of the store. */
  checkpoints: { at_ms: number }
  organizations: { id: OrganizationId; name: string; plan: Plan; created_us: number }
  projects: {
    id: ProjectId
    org_id: OrganizationId
    name: string
    slug: string
    /** JSON: the ids of its environments; those that it does not name come last. */
    environment_order: string | null
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
    /** Counts the changes that the edge has to see; `published_revision` is how far it has seen them. */
    revision: Generated<number>
    published_revision: Generated<number>
    /** JSON: what the latest revisions touched, see `changes.ts`. */
    changes: string | null
    /** What the bundle has at most, at a revision; at another one it is not known. */
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
    /** Key and name in lower case: SQLite lowers ASCII only. */
    search_text: string
    /** JSON. */
    schema: string | null
    /** JSON. */
    tags: Generated<string>
    owner_id: UserId | null
    kind: FlagKind | null
    /** A day. */
    expected_end: string | null
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
    /** What evaluating it costs by itself, in nanoseconds; null for versions from before it was kept. */
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
    archived_us: number | null
    /** As a flag's. */
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
    /** JSON, each of them; together they are the config. */
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
  /** Which flags and segments the active version of a flag or segment names. Derived: replaced with each version. */
  config_references: {
    environment_id: EnvironmentId
    from_id: FlagId | SegmentId
    to_id: FlagId | SegmentId
    /** Its place in the list of what names the one that is named. */
    created_us: number
  }
  proposals: {
    id: ProposalId
    org_id: OrganizationId
    project_id: ProjectId
    /** Null where it is about a segment, or about an environment alone. */
    flag_id: FlagId | null
    segment_id: SegmentId | null
    schedule_id: ScheduleId | null
    environment_id: EnvironmentId
    status: ProposalStatus
    kind: ProposalKind
    /** JSON. Configs have the one, every other kind so far the other. */
    proposed_config: string | null
    change: string | null
    comment: string | null
    /** The one that its proposer took back for it. */
    replaces: ProposalId | null
    created_by: ActorId
    /** The persons behind the actors, as they were then. */
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
    /** The person at the end of the line of makers; null where that is the bootstrap or the operator. */
    owner_id: UserId | null
    expires_ms: number | null
    /** The minute of its last use. */
    used_ms: number | null
    /** The minute of its last use at Delivery. */
    asked_ms: number | null
    revoked_us: number | null
    revision: Generated<number>
    published_revision: Generated<number>
    created_us: number
  }
  /** What a key's secret was before it was rotated, and until when it works. */
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
    /** Of values that are some: a flag that is not there answers none. `only_value` is it, where there is one. */
    distinct_values: number
    only_value: string | null
    /** JSON: how often each rule answered, by its id; null for days from before it was kept. */
    rule_counts: string | null
  }
  /** What an environment was sent of events in a day: all of it, and by client keys. */
  telemetry_bytes: { environment_id: EnvironmentId; day: string; bytes: number; client_bytes: number }
  users: {
    id: UserId
    org_id: OrganizationId
    /** Who they are for whoever vouches for them. */
    identity: string
    name: string
    email: string | null
    /** The e-mail as it is compared, where it is this account's: one member has it. */
    address: string | null
    role: Role
    /** The provider's groups gave it, at the last sign-in. */
    role_from_groups: Generated<boolean>
    /** They came by an invitation: so they may come again, whatever the settings say. */
    invited: Generated<boolean>
    removed_us: number | null
    created_us: number
    /** They came back or got a higher role, where that was later. */
    raised_us: Generated<number>
  }
  /** Where somebody's role in a project is another than in the organization. */
  project_roles: { user_id: UserId; project_id: ProjectId; role: Role }
  /** Of a session and of a link only the hash of its secret is kept. */
  sessions: {
    id: SessionId
    user_id: UserId
    hash: string
    created_us: number
    used_us: number
    /** However much it is used. */
    ends_us: number
    /** Where it was opened from; null where it was opened before that was kept. */
    address: string | null
    user_agent: string | null
  }
  sign_in_links: { hash: string; user_id: UserId; expires_us: number }
  audit_log: {
    id: AuditLogEntryId
    org_id: OrganizationId
    /** Null where it concerns the whole organization. */
    project_id: ProjectId | null
    environment_id: EnvironmentId | null
    /** Whose list shows it: the project, else the organization. */
    scope: GeneratedAlways<string>
    actor_id: ActorId
    actor_type: ActorType
    action: AuditAction
    resource_type: string
    resource_id: string
    meta: string
    created_us: number
    /** Its place in the organization's chain, from 1, and the hash over it and the one before. */
    seq: number
    hash: string
  }
  /** How far the chain of each organization goes, and its newest entry. */
  audit_chains: {
    org_id: OrganizationId
    seq: number
    hash: string | null
    entry_id: AuditLogEntryId | null
    last_us: number
    /** How many webhooks of the organization are enabled. */
    webhooks: Generated<number>
  }
}
