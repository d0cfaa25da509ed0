import { type AuditAction, ageBuckets, type Overview, type ProjectId } from '@bunting/contract'
import { sql } from 'kysely'
import { rolledBackWords } from '../../rules/changes/schedules.ts'
import { firstMondayUs, weekUs } from '../../rules/usage/weeks.ts'
import type { Access } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { isoTime } from '../core/list.ts'

const dayUs = 24 * 60 * 60 * 1_000_000

/** The actions that create a version. */
const changes = [
  'flag.version.created',
  'flag.proposal.approved',
  'segment.version.created',
  'segment.proposal.approved',
] as const satisfies AuditAction[]

const maxRolledBack = 20

/** The figures of a project's overview, computed by the database. */
export const overviewOf = ({ db }: Access) => ({
  flags: async (projectId: ProjectId, nowUs: number): Promise<Overview['flags']> => {
    const limits = ageBuckets.map(
      (days, index) => sql`when created_us > ${nowUs - days * dayUs} then ${sql.lit(index)}`,
    )
    const age = sql<number>`case ${sql.join(limits, sql` `)} else ${sql.lit(ageBuckets.length)} end`
    const groups = await db
      .selectFrom((rows) =>
        rows
          .selectFrom('flags')
          .select([age.as('age'), 'kind', sql<number>`case when archived_us is null then 0 else 1 end`.as('archived')])
          .where('project_id', '=', projectId)
          .as('flag'),
      )
      .select(['age', 'kind', 'archived', (row) => row.fn.countAll<number | string>().as('count')])
      .groupBy(['age', 'kind', 'archived'])
      .execute()
    const sum = (fits: (group: (typeof groups)[number]) => boolean): number =>
      groups.filter(fits).reduce((total, { count }) => total + Number(count), 0)
    const ofKind = (kind: string | null): number => sum((group) => !group.archived && group.kind === kind)
    return {
      active: sum(({ archived }) => !archived),
      archived: sum(({ archived }) => Boolean(archived)),
      byKind: {
        release: ofKind('release'),
        experiment: ofKind('experiment'),
        operational: ofKind('operational'),
        permission: ofKind('permission'),
        none: ofKind(null),
      },
      byAge: [...ageBuckets, null].map((upToDays, index) => ({
        upToDays,
        count: sum((group) => !group.archived && Number(group.age) === index),
      })),
    }
  },

  /** The number of changes, by the number of the week. */
  changesByWeek: async (projectId: ProjectId, sinceUs: number): Promise<Map<number, number>> => {
    const week = sql<number>`(created_us - ${sql.lit(firstMondayUs)}) / ${sql.lit(weekUs)}`
    const rows = await db
      .selectFrom('audit_log')
      .select([week.as('week'), (row) => row.fn.countAll<number | string>().as('count')])
      .where('scope', '=', projectId)
      .where('action', 'in', changes)
      .where('created_us', '>=', sinceUs)
      .groupBy(week)
      .execute()
    return new Map(rows.map((row) => [Number(row.week), Number(row.count)]))
  },

  /** The number of evaluations, by the hour since 1970. */
  evaluationsByHour: async (projectId: ProjectId, sinceHour: number): Promise<Map<number, number>> => {
    const rows = await db
      .selectFrom('usage_hours')
      .select(['hour', (row) => row.fn.sum<number | string>('total').as('total')])
      .where('environment_id', 'in', (environments) =>
        environments.selectFrom('environments').select('id').where('project_id', '=', projectId),
      )
      .where('hour', '>=', sinceHour)
      .groupBy('hour')
      .execute()
    return new Map(rows.map((row) => [Number(row.hour), Number(row.total)]))
  },

  pendingProposals: (projectId: ProjectId): Promise<number> =>
    countOf(
      db,
      db
        .selectFrom('proposals')
        .select('created_us')
        .where('project_id', '=', projectId)
        .where('status', '=', 'pending'),
    ),

  liveSchedules: async (projectId: ProjectId): Promise<Overview['schedules']> => {
    const rows = await db
      .selectFrom('schedules')
      .select(['status', (row) => row.fn.countAll<number | string>().as('count')])
      .where('project_id', '=', projectId)
      .where('status', 'in', ['pending', 'running', 'paused'])
      .groupBy('status')
      .execute()
    const counts = Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
    return { pending: counts.pending ?? 0, running: counts.running ?? 0, paused: counts.paused ?? 0 }
  },

  rolledBack: async (projectId: ProjectId, sinceUs: number): Promise<Overview['rolledBack']> => {
    const rows = await db
      .selectFrom('schedules as schedule')
      .innerJoin('flags as flag', 'flag.id', 'schedule.flag_id')
      .select(['schedule.id', 'schedule.environment_id', 'schedule.ended_us', 'schedule.reason', 'flag.key'])
      .where('schedule.project_id', '=', projectId)
      .where('schedule.status', '=', 'cancelled')
      .where('schedule.reason', 'like', `${rolledBackWords}%`)
      .where('schedule.ended_us', '>=', sinceUs)
      .orderBy('schedule.ended_us', 'desc')
      .limit(maxRolledBack)
      .execute()
    return rows.map((row) => ({
      scheduleId: row.id,
      flagKey: row.key,
      environmentId: row.environment_id,
      at: isoTime(row.ended_us ?? 0),
      reason: row.reason ?? '',
    }))
  },
})
