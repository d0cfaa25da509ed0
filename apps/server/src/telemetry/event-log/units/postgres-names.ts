import type { Pool } from 'pg'
import type { Measure } from '../../../rules/units/tracking.ts'
import type { UnitBatch } from '../../../rules/units/unit-batch.ts'
import { inTransaction } from '../postgres-transaction.ts'
import { waitingFor } from './metric-bits.ts'

export type UnitExperiment = { id: number; metrics: readonly Measure[] }

const maxKnown = 50_000

/** Numeric ids for event names and experiments, which are stored before the rows that use them. */
export const openUnitNames = (pool: Pool) => {
  const names = new Map<string, number>()
  const experiments = new Map<string, UnitExperiment & { text: string }>()

  /** If metrics were added meanwhile, all exposed units wait to be counted by them, too. */
  const readExperiment = (
    environmentId: string,
    { id, attribute, metrics }: UnitBatch['experiments'][number],
  ): Promise<UnitExperiment> =>
    inTransaction(pool, async (client) => {
      const text = JSON.stringify(metrics)
      await client.query(
        `insert into unit_experiments (experiment_id, environment_id, attribute, metrics) values ($1, $2, $3, $4)
        on conflict (experiment_id) do nothing`,
        [id, environmentId, attribute, text],
      )
      const { rows } = await client.query<{ id: number; metrics: string }>(
        'select id, metrics from unit_experiments where experiment_id = $1 for update',
        [id],
      )
      const [row] = rows as [{ id: number; metrics: string }]
      const before = JSON.parse(row.metrics) as Measure[]
      if (metrics.length <= before.length) return { id: row.id, metrics: before }
      await client.query('update unit_experiments set metrics = $1 where id = $2', [text, row.id])
      await client.query('update unit_exposures set waiting = waiting | $1 where experiment = $2', [
        waitingFor(metrics) & ~waitingFor(before),
        row.id,
      ])
      return { id: row.id, metrics }
    })

  return {
    /** The ids of names, by environment, attribute and name. */
    idsOf: async (batches: readonly UnitBatch[]): Promise<ReadonlyMap<string, number>> => {
      const wanted = new Map<string, [string, string, string]>()
      for (const { environmentId, events } of batches) {
        for (const { attribute, name } of events) {
          const key = `${environmentId}\0${attribute}\0${name}`
          if (!names.has(key)) wanted.set(key, [environmentId, attribute, name])
        }
      }
      if (wanted.size === 0) return names
      if (names.size >= maxKnown) names.clear()
      const missing = [...wanted.values()].toSorted()
      const columns = [0, 1, 2].map((at) => missing.map((one) => one[at]))
      const { rows } = await pool.query<{ id: number; key: [string, string, string] }>(
        `insert into unit_names (environment_id, attribute, name)
        select * from unnest($1::text[], $2::text[], $3::text[])
        on conflict (environment_id, name, attribute) do update set name = excluded.name
        returning id, array[environment_id, attribute, name] as key`,
        columns,
      )
      for (const { id, key } of rows) names.set(key.join('\0'), id)
      return names
    },
    experimentsOf: async (batches: readonly UnitBatch[]): Promise<ReadonlyMap<string, UnitExperiment>> => {
      if (experiments.size >= maxKnown) experiments.clear()
      for (const { environmentId, experiments: named } of batches) {
        for (const one of named) {
          const text = JSON.stringify(one.metrics)
          if (experiments.get(one.id)?.text === text) continue
          experiments.set(one.id, { ...(await readExperiment(environmentId, one)), text })
        }
      }
      return experiments
    },
  }
}
