import type { Pool, PoolClient } from 'pg'
import type { FoldedEvent } from '../../../rules/units/fold-units.ts'
import { type PopulationUnit, populationDays } from '../../../rules/units/population.ts'
import { eventsOf, type Measure } from '../../../rules/units/tracking.ts'
import { startOfDay } from '../../../rules/usage/days.ts'
import { inTransaction } from '../postgres-transaction.ts'

const pageSize = 5_000

type Row = { unit: string; name: string | null; id: number; atMs: number; value: number | null; isClient: boolean }

/** Passes each unit of the environment that was exposed or had an event, with its events of the metric. */
export const readUnitsOn = <Result>(
  pool: Pool,
  environmentId: string,
  metric: Measure,
  nowMs: number,
  { add, result }: { add(unit: PopulationUnit): void; result(): Result },
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0')
    await client.query('set local max_parallel_workers_per_gather = 0')
    await declare(client, environmentId, nowMs)
    const wanted = new Set(eventsOf({ metrics: [metric] }))
    let current: { unit: bigint; seenMs: number[]; events: FoldedEvent[] } | undefined
    let last: string | undefined
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${pageSize} from units`)
      for (const { unit, name, atMs, ...event } of rows) {
        if (current && unit !== last) {
          add(current)
          current = undefined
        }
        last = unit
        current ??= { unit: BigInt(unit), seenMs: [], events: [] }
        current.seenMs.push(atMs)
        if (name !== null && wanted.has(name)) current.events.push({ ...event, name, atMs })
      }
      if (rows.length === 0) break
    }
    if (current) add(current)
    return result()
  })

const declare = async (client: PoolClient, environmentId: string, nowMs: number): Promise<void> => {
  const { readFrom, from, to } = populationDays(nowMs)
  await client.query(
    `declare units no scroll cursor for
    select unit::text as unit, unit_names.name, unit_events.id, at_ms as "atMs", value, is_client as "isClient"
    from unit_events join unit_names on unit_names.id = unit_events.name
    where environment_id = $1 and attribute = '' and day between '${readFrom}' and '${to}'
    union all
    select unit::text, null, 0, first_ms, null, false from unit_exposures
    where first_ms >= ${startOfDay(from)}
    and experiment in (select id from unit_experiments where environment_id = $1 and attribute = '')
    order by 1`,
    [environmentId],
  )
}
