import type {
  ActorId,
  FlagId,
  OrganizationId,
  Page,
  Paging,
  ProjectId,
  ProposalId,
  ScheduleId,
  ScheduleStatus,
} from '@bunting/contract'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { LiveSchedule, Schedule } from '../../rules/changes/schedules.ts'
import { type Access, locked } from '../core/access.ts'
import { fitting, newestFirst, pageOf, placeInList } from '../core/list.ts'
import { prepared } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'
import type { FlagRef } from './flag-versions.ts'

type Row = Selectable<Schema['schedules']> & { proposal_id?: ProposalId | null }
/** The flag, environment or project that schedules belong to. */
type Of = Partial<Pick<Row, 'flag_id' | 'environment_id' | 'project_id'>>
export type ScheduleFilter = Paging & { status?: ScheduleStatus | undefined }

export type NewSchedule = Omit<LiveSchedule, 'createdUs' | 'proposalId'>

/** The proposal whose approval the schedule depends on, if there is one. */
const proposalOf = (row: ExpressionBuilder<Schema, 'schedules'>) =>
  row
    .selectFrom('proposals')
    .select('proposals.id')
    .whereRef('proposals.schedule_id', '=', 'schedules.id')
    .as('proposal_id')

const live = ['pending', 'running', 'paused'] as const satisfies ScheduleStatus[]

const wholeIn = ({ db }: Access) => db.selectFrom('schedules').selectAll().select(proposalOf)

const lockLive = prepared((access, { flagId, environmentId }: FlagRef) =>
  locked(
    access,
    wholeIn(access)
      .where('flag_id', '=', flagId)
      .where('environment_id', '=', environmentId)
      .where('status', 'in', live),
  ),
)

export const schedulesTable = (access: Access) => {
  const { db, dialect, kept } = access
  const whole = () => wholeIn(access)

  const filtered = (of: Of, { status, ...paging }: ScheduleFilter) =>
    db
      .selectFrom('schedules')
      .where((row) => row.and(of))
      .$if(status !== undefined, (query) => query.where('status', '=', status as ScheduleStatus))
      .$call(newestFirst(paging))

  const list = async (of: Of, filter: ScheduleFilter): Promise<Page<Schedule>> => {
    const length = sql<number>`length(steps) + length(guardrails)`.as('length')
    const page = { ...filter, limit: fitting(filter, await filtered(of, filter).select(length).execute()) }
    return pageOf(await filtered(of, page).selectAll().select(proposalOf).execute(), page, toSchedule)
  }

  /** Saves the changes of a locked schedule. */
  const save = async (schedule: Schedule): Promise<void> => {
    await db.updateTable('schedules').set(changing(schedule)).where('id', '=', schedule.id).execute()
  }

  return {
    find: async (orgId: OrganizationId, id: string): Promise<Schedule | undefined> => {
      const row = await whole()
        .where('id', '=', id as ScheduleId)
        .where('org_id', '=', orgId)
        .executeTakeFirst()
      return row && toSchedule(row)
    },

    /** Finds a schedule of any organization, for background jobs; undefined if there is none. */
    findById: async (id: ScheduleId): Promise<Schedule | undefined> => {
      const row = await whole().where('id', '=', id).executeTakeFirst()
      return row && toSchedule(row)
    },

    findByIds: async (ids: readonly ScheduleId[]): Promise<Schedule[]> =>
      (await whole().where('id', 'in', ids).execute()).map(toSchedule),

    /** Locks several, as `lock` does, in the order of their ids. */
    lockAll: async (ids: readonly ScheduleId[]): Promise<Schedule[]> =>
      (await locked(access, whole().where('id', 'in', ids).orderBy('id')).execute()).map(toSchedule),

    /** Returns its current state, and locks it until the transaction ends. Lock its flag and environment before. */
    lock: async (id: ScheduleId): Promise<Schedule> =>
      toSchedule(await locked(access, whole().where('id', '=', id)).executeTakeFirstOrThrow()),

    /** Locks the schedule of a flag in an environment that has not ended, as `lock` does. */
    lockLive: async (place: FlagRef): Promise<LiveSchedule | undefined> => {
      const [row] = await lockLive(access, place)
      return row && (toSchedule(row) as LiveSchedule)
    },

    /** The schedules of these creators that have not ended, to be locked next. */
    listLiveOf: async (orgId: OrganizationId, creators: readonly ActorId[]): Promise<LiveSchedule[]> => {
      if (creators.length === 0) return []
      const rows = await whole()
        .where('org_id', '=', orgId)
        .where('created_by', 'in', creators)
        .where('status', 'in', live)
        .orderBy('id')
        .execute()
      return rows.map((row) => toSchedule(row) as LiveSchedule)
    },

    listOfFlag: ({ flagId, environmentId }: FlagRef, paging: Paging): Promise<Page<Schedule>> =>
      list({ flag_id: flagId, environment_id: environmentId }, paging),

    listOfFlagEverywhere: (flagId: FlagId, filter: ScheduleFilter): Promise<Page<Schedule>> =>
      list({ flag_id: flagId }, filter),

    listOfProject: (projectId: ProjectId, filter: ScheduleFilter): Promise<Page<Schedule>> =>
      list({ project_id: projectId }, filter),

    insert: async (schedule: NewSchedule, atUs: number): Promise<LiveSchedule> => {
      kept.bytes += JSON.stringify(schedule.steps).length
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('schedules')
          .values({ ...lasting(schedule), ...changing(schedule), created_us })
          .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      return toSchedule(row) as LiveSchedule
    },

    save,

    /** Saves many. On PostgreSQL in one statement, to save round trips: all rows exist, so each insert becomes an update. */
    saveAll: async (schedules: readonly Schedule[]): Promise<void> => {
      if (dialect === 'sqlite') for (const schedule of schedules) await save(schedule)
      else if (schedules.length > 0) {
        const rows = schedules.map((one) => ({ ...lasting(one), ...changing(one), created_us: one.createdUs }))
        await db
          .insertInto('schedules')
          .values(rows)
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet((row) => ({
              status: row.ref('excluded.status'),
              reason: row.ref('excluded.reason'),
              steps: row.ref('excluded.steps'),
              guard_answers: row.ref('excluded.guard_answers'),
              base_version: row.ref('excluded.base_version'),
              seen_version: row.ref('excluded.seen_version'),
              ended_us: row.ref('excluded.ended_us'),
            })),
          )
          .execute()
      }
    },
  }
}

/** The columns that never change. */
const lasting = (schedule: Omit<Schedule, 'createdUs'>) => ({
  id: schedule.id,
  org_id: schedule.orgId,
  project_id: schedule.projectId,
  flag_id: schedule.flagId,
  environment_id: schedule.environmentId,
  guardrails: JSON.stringify(schedule.guardrails),
  comment: schedule.comment,
  created_by: schedule.createdBy,
})

/** The columns that change during its life. */
const changing = (schedule: Omit<Schedule, 'createdUs'>) => ({
  status: schedule.status,
  reason: schedule.reason,
  steps: JSON.stringify(schedule.steps),
  guard_answers: schedule.guardAnswers && JSON.stringify(schedule.guardAnswers),
  base_version: schedule.baseVersion,
  seen_version: schedule.seenVersion,
  ended_us: schedule.endedUs,
})

/** The table's constraints guarantee that an ended schedule has the time of its end. */
const toSchedule = (row: Row): Schedule =>
  ({
    id: row.id,
    orgId: row.org_id,
    projectId: row.project_id,
    flagId: row.flag_id,
    environmentId: row.environment_id,
    status: row.status,
    reason: row.reason,
    steps: JSON.parse(row.steps),
    guardrails: JSON.parse(row.guardrails),
    guardAnswers: row.guard_answers && JSON.parse(row.guard_answers),
    comment: row.comment,
    createdBy: row.created_by,
    baseVersion: row.base_version,
    seenVersion: row.seen_version,
    createdUs: row.created_us,
    endedUs: row.ended_us,
    ...(row.proposal_id ? { proposalId: row.proposal_id } : {}),
  }) as Schedule
