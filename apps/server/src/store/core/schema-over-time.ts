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

/** The kinds of timed jobs. Each kind has one row for each of its subjects. */
export type DueKind =
  /** A schedule: run its next step. */
  | 'schedule'
  /** A schedule: check its guardrails. */
  | 'guardrails'
  /** An experiment: to look at its guardrails and its split, to read it at its planned end, and to keep its figures. */
  | 'experiment'
  /** An organization: create deliveries from the new entries of its audit chain. */
  | 'outbox'
  /** A webhook: its next attempt. */
  | 'webhook'
  /** Deletion of rows that are only kept for a limited time. */
  | 'expiry'
  /** A sign-in that was started: delete it. */
  | 'attempt'
  /** An experiment: to count units whose time has come. */
  | 'experiment.fold'
  /** A version of a list or a proposal: to delete parts that nobody needs. */
  | 'listParts'
  /** Deletes a scanned branch that is not the default one of its repository. */
  | 'codeBranch'

/** The tables of schedules, webhooks, recent usage and timed jobs. */
export type SchemaOverTime = {
  schedules: {
    id: ScheduleId
    org_id: OrganizationId
    project_id: ProjectId
    flag_id: FlagId
    environment_id: EnvironmentId
    status: ScheduleStatus
    reason: string | null
    /** Steps and guardrails are JSON. */
    steps: string
    guardrails: string
    /** JSON: the last answer of each guardrail. */
    guard_answers: string | null
    comment: string | null
    created_by: ActorId
    /** The config's version before the first step, which a rollback restores. */
    base_version: number
    /** The newest version that the schedule knows of: its own, or the one at which it was created or resumed. */
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
    /** The previous secret also signs, until `previous_until_us`. */
    previous_secret: string | null
    previous_until_us: number | null
    /** The sequence number up to which it has read the organization's audit chain. */
    read_seq: number
    /** The number of failed attempts in a row. */
    failures: number
    /** The time of the last failed attempt. */
    failed_us: Generated<number>
    created_by: ActorId
    /** The actor who enabled it again, if somebody did. */
    enabled_by: ActorId | null
    created_us: number
  }
  /** An audit entry to be sent to a webhook. The message has the entry's id with another prefix. */
  webhook_deliveries: {
    webhook_id: WebhookId
    entry_id: AuditLogEntryId
    status: DeliveryStatus
    /** JSON. */
    attempts: string
    /** The number of attempts since it was created, or sent again by hand. */
    tries: number
    next_us: number | null
    /** The time of the entry. */
    created_us: number
  }
  /** The usage of a flag by minute: kept for little more than an hour. */
  usage_minutes: {
    environment_id: EnvironmentId
    flag_key: string
    /** Minutes since 1970. */
    minute: number
    /** The value, or its hash if the value is long. */
    value_key: string
    value: string
    total: number
    last_ms: number
  }
  /** The usage of a flag by SDK and hour: kept for little more than a day. */
  usage_hours: {
    environment_id: EnvironmentId
    flag_key: string
    /** Hours since 1970. */
    hour: number
    sdk_type: string
    total: number
    last_ms: number
  }
  seen_sdks: {
    environment_id: EnvironmentId
    sdk_type: string
    sdk_version: string
    /** The last day on which it was seen. */
    day: string
  }
  due: {
    kind: DueKind
    subject: string
    at_us: number
    /** The end of the lease of the process that runs it. */
    lease_us: Generated<number>
  }
}
