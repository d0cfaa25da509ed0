import type { EnvironmentId, ProjectId, UsageDay } from '@bunting/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Access } from '../core/access.ts'
import type { Schema } from '../core/schema.ts'

export type FlagDay = Insertable<Schema['usage_days']>

export type UsagePlace = { environmentId: EnvironmentId; flagKey: string; from: string; to: string }

/** The figures of a flag in all environments; those named `…Since` count from a day on. */
export type FlagFigures = {
  firstDay: string
  lastDay: string
  evaluationsSince: number
  /** The number of different values since then, counted up to two. */
  valuesSince: number
  /** One of these values. */
  valueSince: string | null
}

/** Daily figures. Days without evaluations have no row. */
export const usageTable = ({ db }: Access) => {
  const ofProject = (projectId: ProjectId, keys: readonly string[]) =>
    db
      .selectFrom('usage_days')
      .where('environment_id', 'in', (environments) =>
        environments.selectFrom('environments').select('id').where('project_id', '=', projectId),
      )
      .where('flag_key', 'in', keys)

  return {
    /** Writes figures; they replace earlier ones. */
    put: async (rows: readonly FlagDay[]): Promise<void> => {
      if (rows.length === 0) return
      await db
        .insertInto('usage_days')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['environment_id', 'flag_key', 'day']).doUpdateSet((row) => ({
            total: row.ref('excluded.total'),
            rule_matches: row.ref('excluded.rule_matches'),
            defaults: row.ref('excluded.defaults'),
            errors: row.ref('excluded.errors'),
            value_distribution: row.ref('excluded.value_distribution'),
            distinct_values: row.ref('excluded.distinct_values'),
            only_value: row.ref('excluded.only_value'),
            rule_counts: row.ref('excluded.rule_counts'),
          })),
        )
        .execute()
    },

    list: async ({ environmentId, flagKey, from, to }: UsagePlace): Promise<UsageDay[]> => {
      const rows = await db
        .selectFrom('usage_days')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('flag_key', '=', flagKey)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .execute()
      return rows.map(toUsageDay)
    },

    /** Totals by flag and day, of all environments together. */
    totals: async (projectId: ProjectId, keys: readonly string[], from: string) => {
      const rows = await ofProject(projectId, keys)
        .select(['flag_key as flagKey', 'day', (row) => row.fn.sum<number | string>('total').as('total')])
        .where('day', '>=', from)
        .groupBy(['flag_key', 'day'])
        .execute()
      return rows.map((row) => ({ ...row, total: Number(row.total) }))
    },

    figures: async (
      projectId: ProjectId,
      keys: readonly string[],
      since: string,
    ): Promise<Map<string, FlagFigures>> => {
      if (keys.length === 0) return new Map()
      const rows = await ofProject(projectId, keys)
        .select((row) => {
          const from = <Value>(value: Value) => row.case().when('day', '>=', since).then(value).end()
          return [
            'flag_key as flagKey',
            row.fn.min('day').as('firstDay'),
            row.fn.max('day').as('lastDay'),
            row.fn.sum<number | string | null>(from(row.ref('total'))).as('evaluations'),
            row.fn.max<number | null>(from(row.ref('distinct_values'))).as('inOneRow'),
            row.fn
              .count<number | string>(from(row.ref('only_value')))
              .distinct()
              .as('amongRows'),
            row.fn.max<string | null>(from(row.ref('only_value'))).as('value'),
          ]
        })
        .groupBy('flag_key')
        .execute()
      return new Map(
        rows.map(({ flagKey, firstDay, lastDay, evaluations, inOneRow, amongRows, value }) => [
          flagKey,
          {
            firstDay,
            lastDay,
            evaluationsSince: Number(evaluations ?? 0),
            valuesSince: Math.min(2, Math.max(inOneRow ?? 0, Number(amongRows))),
            valueSince: value,
          },
        ]),
      )
    },
  }
}

const toUsageDay = (row: Selectable<Schema['usage_days']>): UsageDay => ({
  date: row.day,
  totalEvaluations: row.total,
  valueDistribution: JSON.parse(row.value_distribution) as UsageDay['valueDistribution'],
  ruleMatchCount: row.rule_matches,
  defaultCount: row.defaults,
  errorCount: row.errors,
  ...(row.rule_counts === null ? {} : { ruleCounts: JSON.parse(row.rule_counts) as Record<string, number> }),
})
