import type {
  EnvironmentId,
  ExperimentId,
  ExperimentStatus,
  FlagId,
  OrganizationId,
  Page,
  Paging,
  ProjectId,
  ProposalId,
} from '@bunting/contract'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Experiment, RunningExperiment, UnstartedExperiment } from '../../rules/changes/experiments.ts'
import { type Access, locked } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { fitting, newestFirst, pageOf, placeInList } from '../core/list.ts'
import { isAmong, type Many, manyOf, prepared } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'
import type { FlagRef } from './flag-versions.ts'

type Row = Omit<Selectable<Schema['experiments']>, 'figures' | 'days'> & {
  flag_key: string | null
  proposal_id: ProposalId | null
}
/** The columns by which a list is selected. */
type Of = Partial<Pick<Row, 'flag_id' | 'environment_id' | 'project_id'>>
export type ExperimentFilter = Paging & { status?: ExperimentStatus | undefined }
export type NewExperiment = Omit<UnstartedExperiment, 'createdUs' | 'proposalId'>

/** The figures of an ended experiment, as JSON. */
export type KeptFigures = { figures: string; days: string }

/** Without figures, which are large and read separately. */
const columns = [
  'id',
  'org_id',
  'project_id',
  'flag_id',
  'environment_id',
  'status',
  'reason',
  'name',
  'rule_id',
  'exposure',
  'source',
  'design',
  'split',
  'metrics',
  'decision',
  'warnings',
  'marks',
  'evidence',
  'ship_proposal_id',
  'shipping',
  'created_by',
  'started_by',
  'created_us',
  'started_us',
  'stopped_us',
] as const satisfies (keyof Schema['experiments'])[]

const flagKeyOf = (row: ExpressionBuilder<Schema, 'experiments'>) =>
  row.selectFrom('flags').select('flags.key').whereRef('flags.id', '=', 'experiments.flag_id').as('flag_key')

/** The pending or approved proposal to start it. A rejected one is no consent. */
const proposalOf = (row: ExpressionBuilder<Schema, 'experiments'>) =>
  row
    .selectFrom('proposals')
    .select('proposals.id')
    .whereRef('proposals.experiment_id', '=', 'experiments.id')
    .where('proposals.status', '<>', 'rejected')
    .orderBy('proposals.created_us', 'desc')
    .limit(1)
    .as('proposal_id')

const wholeIn = ({ db }: Access) => db.selectFrom('experiments').select(columns).select([flagKeyOf, proposalOf])

type OnFlags = { environmentId: EnvironmentId; flagId?: FlagId | undefined; flagIds?: Many | undefined }

/**
 * Prepared, since every new version of a flag needs it. A flag has one running experiment at most, so the query of a single
 * flag needs no list and no order. The status is a literal, since the index is of running ones: SQLite plans a statement
 * anew each time that such a value is bound.
 */
const lockRunning = prepared((access, { environmentId, flagId, flagIds = [] }: OnFlags) => {
  const running = wholeIn(access).where('environment_id', '=', environmentId).where('status', '=', sql.lit('running'))
  const ofOne = flagId !== undefined && running.where('flag_id', '=', flagId)
  return locked(access, ofOne || running.where(isAmong(access, 'flag_id', flagIds)).orderBy('id'))
})

export const experimentsTable = (access: Access) => {
  const { db } = access
  const whole = () => wholeIn(access)

  const filtered = (of: Of, { status, ...paging }: ExperimentFilter) =>
    db
      .selectFrom('experiments')
      .where((row) => row.and(of))
      .$if(status !== undefined, (query) => query.where('status', '=', status as ExperimentStatus))
      .$call(newestFirst(paging))

  const list = async (of: Of, filter: ExperimentFilter): Promise<Page<Experiment>> => {
    const length = sql<number>`length(design) + length(metrics) + length(marks)`.as('length')
    const page = { ...filter, limit: fitting(filter, await filtered(of, filter).select(length).execute()) }
    const rows = await filtered(of, page).select(columns).select([flagKeyOf, proposalOf]).execute()
    return pageOf(rows, page, toExperiment)
  }

  return {
    find: async (orgId: OrganizationId, id: string): Promise<Experiment | undefined> => {
      const row = await whole()
        .where('id', '=', id as ExperimentId)
        .where('org_id', '=', orgId)
        .executeTakeFirst()
      return row && toExperiment(row)
    },

    /** Finds one in any organization, for work without a request. */
    findById: async (id: ExperimentId): Promise<Experiment | undefined> => {
      const row = await whole().where('id', '=', id).executeTakeFirst()
      return row && toExperiment(row)
    },

    /** Returns its current state, and locks it until the transaction ends. Lock its flag and environment before. */
    lock: async (id: ExperimentId): Promise<Experiment> =>
      toExperiment(await locked(access, whole().where('id', '=', id)).executeTakeFirstOrThrow()),

    /** Locks the running ones of flags in an environment, in the order of their ids. */
    lockRunning: async (environmentId: EnvironmentId, flagIds: readonly FlagId[]): Promise<RunningExperiment[]> => {
      if (flagIds.length === 0) return []
      const [flagId] = flagIds
      const named = flagIds.length === 1 ? { flagId } : { flagIds: manyOf(access, flagIds) }
      const rows = await lockRunning(access, { environmentId, ...named })
      return rows.map((row) => toExperiment(row) as RunningExperiment)
    },

    /** Locks the running ones of a flag in all environments. */
    lockRunningOf: async (flagId: FlagId): Promise<RunningExperiment[]> => {
      const running = whole().where('flag_id', '=', flagId).where('status', '=', 'running').orderBy('id')
      return (await locked(access, running).execute()).map((row) => toExperiment(row) as RunningExperiment)
    },

    /** Locks the one whose variant this proposal ships. */
    lockShipping: async (proposalId: ProposalId): Promise<Experiment | undefined> => {
      const row = await locked(access, whole().where('ship_proposal_id', '=', proposalId)).executeTakeFirst()
      return row && toExperiment(row)
    },

    /** Tells whether an earlier one had the same rule. */
    hasRun: async ({ flagId, environmentId, ruleId }: Pick<Experiment, 'flagId' | 'environmentId' | 'ruleId'>) => {
      const before = await db
        .selectFrom('experiments')
        .select('id')
        .where('flag_id', '=', flagId)
        .where('environment_id', '=', environmentId)
        .where('rule_id', '=', ruleId)
        .where('status', '=', 'stopped')
        .limit(1)
        .executeTakeFirst()
      return before !== undefined
    },

    /** Tells whether events were stored under an attribute since then: another experiment split by it. */
    hasSplitBy: async (
      { id, environmentId, unit }: Pick<Experiment, 'id' | 'environmentId'> & { unit: string },
      sinceUs: number,
    ): Promise<boolean> => {
      const rows = await db
        .selectFrom('experiments')
        .select('split')
        .where('environment_id', '=', environmentId)
        .where('id', '<>', id)
        .where((row) => row.or([row('status', '=', 'running'), row('stopped_us', '>', sinceUs)]))
        .execute()
      return rows.some(({ split }) => (JSON.parse(split) as Experiment['split']).unit === unit)
    },

    countRunning: (environmentId: EnvironmentId): Promise<number> =>
      countOf(
        db,
        db
          .selectFrom('experiments')
          .select('created_us')
          .where('environment_id', '=', environmentId)
          .where('status', '=', 'running'),
      ),

    /** The names of the running ones of a project that have the metric. */
    namesUsing: async (projectId: ProjectId, metricKey: string): Promise<string[]> => {
      const rows = await db
        .selectFrom('experiments')
        .select(['name', 'metrics'])
        .where('project_id', '=', projectId)
        .where('status', '=', 'running')
        .orderBy('created_us')
        .execute()
      const isUsed = ({ metrics }: { metrics: string }) =>
        (JSON.parse(metrics) as RunningExperiment['metrics']).some(({ key }) => key === metricKey)
      return rows.filter(isUsed).map(({ name }) => name)
    },

    listOfFlag: ({ flagId, environmentId }: FlagRef, filter: ExperimentFilter): Promise<Page<Experiment>> =>
      list({ flag_id: flagId, environment_id: environmentId }, filter),

    listOfProject: (projectId: ProjectId, filter: ExperimentFilter): Promise<Page<Experiment>> =>
      list({ project_id: projectId }, filter),

    insert: async (experiment: NewExperiment, atUs: number): Promise<UnstartedExperiment> => {
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('experiments')
          .values({
            id: experiment.id,
            org_id: experiment.orgId,
            project_id: experiment.projectId,
            flag_id: experiment.flagId,
            environment_id: experiment.environmentId,
            created_by: experiment.createdBy,
            ...changing(experiment),
            created_us,
          })
          .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
          .returning('created_us')
          .executeTakeFirst(),
      )
      return { ...experiment, createdUs: row.created_us }
    },

    /** Saves a locked one. */
    save: async (experiment: Experiment): Promise<void> => {
      await db.updateTable('experiments').set(changing(experiment)).where('id', '=', experiment.id).execute()
    },

    /** Returns undefined while units are still counted. */
    findFigures: async (id: ExperimentId): Promise<KeptFigures | undefined> => {
      const row = await db.selectFrom('experiments').select(['figures', 'days']).where('id', '=', id).executeTakeFirst()
      return row?.figures && row.days ? { figures: row.figures, days: row.days } : undefined
    },

    keepFigures: async (id: ExperimentId, { figures, days }: KeptFigures): Promise<void> => {
      await db.updateTable('experiments').set({ figures, days }).where('id', '=', id).execute()
    },
  }
}

/** The columns that may change. */
const changing = (experiment: Omit<Experiment, 'createdUs' | 'proposalId'>) => {
  const { proposalId = null, ...shipping } = experiment.shipping ?? {}
  return {
    status: experiment.status,
    reason: experiment.reason,
    name: experiment.name,
    rule_id: experiment.ruleId,
    exposure: JSON.stringify(experiment.exposure),
    source: experiment.source,
    design: JSON.stringify(experiment.design),
    split: JSON.stringify(experiment.split),
    metrics: JSON.stringify(experiment.metrics),
    decision: experiment.decision && JSON.stringify(experiment.decision),
    warnings: JSON.stringify(experiment.warnings),
    marks: JSON.stringify(experiment.marks),
    evidence: JSON.stringify(experiment.evidence),
    ship_proposal_id: proposalId,
    shipping: experiment.shipping && JSON.stringify(shipping),
    started_by: experiment.startedBy,
    started_us: experiment.startedUs,
    stopped_us: experiment.stoppedUs,
  }
}

/** The cast is safe: constraints of the table tie the status to the times of start and stop. */
const toExperiment = (row: Row): Experiment =>
  ({
    id: row.id,
    orgId: row.org_id,
    projectId: row.project_id,
    flagId: row.flag_id,
    flagKey: row.flag_key,
    environmentId: row.environment_id,
    status: row.status,
    reason: row.reason,
    name: row.name,
    ruleId: row.rule_id,
    exposure: JSON.parse(row.exposure),
    source: row.source,
    design: JSON.parse(row.design),
    split: JSON.parse(row.split),
    metrics: JSON.parse(row.metrics),
    decision: row.decision && JSON.parse(row.decision),
    shipping: row.shipping && { ...JSON.parse(row.shipping), proposalId: row.ship_proposal_id },
    warnings: JSON.parse(row.warnings),
    marks: JSON.parse(row.marks),
    evidence: JSON.parse(row.evidence),
    createdBy: row.created_by,
    startedBy: row.started_by,
    createdUs: row.created_us,
    startedUs: row.started_us,
    stoppedUs: row.stopped_us,
    ...(row.proposal_id ? { proposalId: row.proposal_id } : {}),
  }) as Experiment
