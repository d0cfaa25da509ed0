import { type Kysely, sql } from 'kysely'

const whys = [
  'alter table flag_versions add column comment text',
  'alter table segment_versions add column comment text',
  'alter table proposals add column comment text',
]

const emergencies = [
  'alter table environments add column emergency boolean not null default false',
  'alter table flag_versions add column emergency boolean not null default false',
]

const schedules = [
  `create table schedules (
    id text primary key,
    org_id text not null references organizations (id),
    project_id text not null references projects (id),
    flag_id text not null references flags (id),
    environment_id text not null references environments (id),
    status text not null check (status in ('pending', 'running', 'paused', 'completed', 'cancelled', 'failed')),
    reason text,
    steps text not null,
    guardrails text not null,
    guard_answers text,
    comment text,
    created_by text not null,
    base_version bigint not null,
    seen_version bigint not null,
    created_us bigint not null,
    ended_us bigint,
    constraint schedules_order unique (project_id, created_us),
    constraint schedules_ended check ((status in ('completed', 'cancelled', 'failed')) = (ended_us is not null))
  )`,
  `create unique index schedules_one_live on schedules (flag_id, environment_id)
    where status in ('pending', 'running', 'paused')`,
  'create index schedules_of_flag on schedules (flag_id, environment_id, created_us)',
  'create index schedules_by_status on schedules (project_id, status, created_us)',
  `create index schedules_live_by_creator on schedules (created_by)
    where status in ('pending', 'running', 'paused')`,
  'alter table flag_versions add column schedule_id text references schedules (id)',
  `alter table proposals add column schedule_id text references schedules (id)
    constraint proposals_schedule check (
      (kind = 'schedule') = (schedule_id is not null)
      and (kind <> 'schedule' or (flag_id is not null and proposed_config is null))
    )`,
  'create unique index proposals_of_schedule on proposals (schedule_id) where schedule_id is not null',
]

const webhooks = [
  // A count, so that appending to a chain needs no query for enabled webhooks.
  'alter table audit_chains add column webhooks bigint not null default 0',
  `create table webhooks (
    id text primary key,
    org_id text not null references organizations (id),
    project_id text references projects (id),
    url text not null,
    events text not null,
    description text,
    format text not null check (format in ('standard', 'slack')),
    enabled boolean not null,
    disabled_reason text,
    secret text not null,
    previous_secret text,
    previous_until_us bigint,
    read_seq bigint not null,
    failures bigint not null,
    failed_us bigint not null default 0,
    created_by text not null,
    created_us bigint not null,
    constraint webhooks_order unique (org_id, created_us)
  )`,
  `create table webhook_deliveries (
    webhook_id text not null references webhooks (id) on delete cascade,
    entry_id text not null,
    status text not null check (status in ('waiting', 'delivered', 'failed')),
    attempts text not null,
    tries bigint not null,
    next_us bigint,
    created_us bigint not null,
    constraint webhook_deliveries_place primary key (webhook_id, entry_id),
    constraint webhook_deliveries_order unique (webhook_id, created_us),
    constraint webhook_deliveries_next check ((status = 'waiting') = (next_us is not null))
  )`,
  `create index webhook_deliveries_next on webhook_deliveries (webhook_id, next_us, created_us)
    where next_us is not null`,
  'create index webhook_deliveries_age on webhook_deliveries (created_us)',
]

const due = [
  `create table due (
    kind text not null,
    subject text not null,
    at_us bigint not null,
    lease_us bigint not null default 0,
    constraint due_subject primary key (kind, subject)
  )`,
  'create index due_by_time on due (kind, at_us)',
  // This job repeats for ever: each run sets its next time.
  `insert into due (kind, subject, at_us) values ('expiry', 'webhooks', 0)`,
]

const usage = [
  `create table usage_minutes (
    environment_id text not null,
    flag_key text not null,
    minute bigint not null,
    value_key text not null,
    value text not null,
    total bigint not null,
    last_ms bigint not null,
    constraint usage_minutes_place primary key (environment_id, flag_key, minute, value_key)
  )`,
  'create index usage_minutes_age on usage_minutes (minute)',
]

/** Reasons of changes, schedules, webhooks and recent usage. Webhooks are sent from the audit chain. */
export const changesOverTime = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of [...whys, ...emergencies, ...schedules, ...webhooks, ...due, ...usage]) {
    await sql.raw(statement).execute(db)
  }
}
