import { type Kysely, sql } from 'kysely'

const metrics = [
  `create table metrics (
    id text primary key,
    org_id text not null references organizations (id),
    project_id text not null references projects (id),
    key text not null,
    name text not null,
    description text,
    kind text not null check (kind in ('conversion', 'count', 'sum', 'ratio')),
    event text not null,
    denominator_event text,
    direction text not null check (direction in ('increase', 'decrease')),
    after_seconds bigint not null,
    window_seconds bigint not null,
    cap double precision,
    adjust boolean not null,
    source text not null check (source in ('any', 'server')),
    archived_us bigint,
    search_text text not null,
    created_by text not null,
    created_us bigint not null,
    constraint metrics_key unique (project_id, key),
    constraint metrics_order unique (project_id, created_us),
    constraint metrics_ratio check ((kind = 'ratio') = (denominator_event is not null))
  )`,
  'create index metrics_archived on metrics (project_id, created_us) where archived_us is not null',
]

const experiments = [
  // JSON: exposure, design, split, metrics, decision, warnings, marks, evidence, shipping, figures and days.
  `create table experiments (
    id text primary key,
    org_id text not null references organizations (id),
    project_id text not null references projects (id),
    flag_id text not null references flags (id),
    environment_id text not null references environments (id),
    status text not null check (status in ('draft', 'pending', 'running', 'stopped')),
    reason text,
    name text not null,
    rule_id text not null,
    exposure text not null,
    source text not null check (source in ('any', 'server')),
    design text not null,
    split text not null,
    metrics text not null,
    decision text,
    warnings text not null,
    marks text not null,
    evidence text not null,
    ship_proposal_id text references proposals (id),
    shipping text,
    created_by text not null,
    started_by text,
    created_us bigint not null,
    started_us bigint,
    stopped_us bigint,
    figures text,
    days text,
    constraint experiments_order unique (project_id, created_us),
    constraint experiments_started check ((status in ('running', 'stopped')) = (started_us is not null)),
    constraint experiments_stopped check ((status = 'stopped') = (stopped_us is not null)),
    constraint experiments_shipping check ((ship_proposal_id is null) = (shipping is null))
  )`,
  `create unique index experiments_one_running on experiments (flag_id, environment_id) where status = 'running'`,
  `create index experiments_running_in on experiments (environment_id) where status = 'running'`,
  'create index experiments_of_flag on experiments (flag_id, environment_id, created_us)',
  'create index experiments_by_status on experiments (project_id, status, created_us)',
  `create unique index experiments_shipped_by on experiments (ship_proposal_id) where ship_proposal_id is not null`,
]

const proposals = [
  `alter table proposals add column experiment_id text references experiments (id)
    constraint proposals_experiment check (
      (kind = 'experiment') = (experiment_id is not null)
      and (kind <> 'experiment' or (flag_id is not null and proposed_config is null))
    )`,
  'create index proposals_of_experiment on proposals (experiment_id, created_us) where experiment_id is not null',
  `create unique index proposals_one_pending_experiment on proposals (experiment_id)
    where status = 'pending' and experiment_id is not null`,
  // One that starts an experiment changes no config, so a config may be proposed beside it.
  'drop index proposals_one_pending',
  `create unique index proposals_one_pending on proposals (flag_id, environment_id)
    where status = 'pending' and kind not in ('archive', 'clientSafe', 'experiment')`,
]

/** Metrics and experiments. The units themselves are in the event log. */
export const experimentsAndMetrics = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of [...metrics, ...experiments, ...proposals]) await sql.raw(statement).execute(db)
}
