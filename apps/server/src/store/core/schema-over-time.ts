import type {
  ActorId,
  AuditLogEntryId,
  DeliveryStatus,
  EnvironmentId,
  FlagId,
  OrganizationId,
  ProjectId,
  ScheduleId,
  ScheduleStatus,
  WebhookFormat,
  WebhookId,
} from '@bunting/contract'
import type { Generated } from 'kysely'

/** What there is to do at a time. Each kind has one row for each of its subjects. */
export type DueKind =
  /** A schedule: its next step. */
  | 'schedule'
  /** A schedule: to ask its guardrails. */
  | 'guardrails'
  /** An organization: to make deliveries of what its audit chain got. */
  | 'outbox'
  /** A webhook: its next try. */
  | 'webhook'
  /** What is kept only for so long. */
  | 'expiry'
  /** A sign-in that has begun: to be forgotten. */
  | 'attempt'
  /** A version of a list or a proposal: to delete parts that nobody needs. */
  | 'listParts'

/** The tables of changes over time. */
export type SchemaOverTime = {
  schedules: {
    id: ScheduleId
    org_id: OrganizationId
    project_id: ProjectId
    flag_id: FlagId
    environment_id: EnvironmentId
    status: ScheduleStatus
    reason: string | null
    /** JSON, each of them. */
    steps: string
    guardrails: string
    /** What each guardrail answered last. */
    guard_answers: string | null
    comment: string | null
    created_by: ActorId
    /** The config's version before the first step, which a rollback brings back. */
    base_version: number
    /** The newest version that it knows of: its own, or the one that it was made or resumed at. */
    seen_version: number
    created_us: number
    ended_us: number | null
  }
  webhooks: {
    id: WebhookId
    org_id: OrganizationId
    project_id: ProjectId | null
    url: string
    /** JSON. */
    events: string
    description: string | null
    format: WebhookFormat
    enabled: boolean
    disabled_reason: string | null
    secret: string
    /** Signs too, until then. */
    previous_secret: string | null
    previous_until_us: number | null
    /** How far it has read the audit chain of the organization. */
    read_seq: number
    /** Tries that failed, one after the other. */
    failures: number
    /** When the last of these did. */
    failed_us: Generated<number>
    created_by: ActorId
    /** Who enabled it since, if somebody did. */
    enabled_by: ActorId | null
    created_us: number
  }
  /** An entry of the audit log for a webhook. Its message has the entry's id under another prefix. */
  webhook_deliveries: {
    webhook_id: WebhookId
    entry_id: AuditLogEntryId
    status: DeliveryStatus
    /** JSON. */
    attempts: string
    /** How often it was tried since it was made, or sent again by hand. */
    tries: number
    next_us: number | null
    /** The entry's. */
    created_us: number
  }
  /** How a flag is used now: kept for little more than an hour. */
  usage_minutes: {
    environment_id: EnvironmentId
    flag_key: string
    /** Since 1970. */
    minute: number
    /** The value, or where that is long its hash. */
    value_key: string
    value: string
    total: number
    last_ms: number
  }
  /** Who uses a flag: kept for little more than a day. */
  usage_hours: {
    environment_id: EnvironmentId
    flag_key: string
    /** Since 1970. */
    hour: number
    sdk_type: string
    total: number
    last_ms: number
  }
  due: {
    kind: DueKind
    subject: string
    at_us: number
    /** Until when somebody is at it. */
    lease_us: Generated<number>
  }
}
