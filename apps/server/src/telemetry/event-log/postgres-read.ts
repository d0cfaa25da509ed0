import type { Pool, PoolClient } from 'pg'
import type { EventGroup, EventLog, Seen } from '../../store/tables/event-log.ts'
import { groupOrder, groupSums, placeColumns } from './group-sql.ts'
import { inTransaction } from './postgres-transaction.ts'
import type { OnProgress } from './progress.ts'
import { restMs, rowsBetweenRests } from './rest.ts'

const pageSize = 500
const heartbeatMs = 10_000

/**
 * PostgreSQL groups, we read page by page. The lock is the transaction's that reads: with a connection that breaks both
 * end, and nobody goes on writing figures who does not have the day for themselves. The groups are of a later moment than
 * `seen`, never of an earlier one: what is in between is read again the next time.
 */
export const readDayFrom =
  (pool: Pool, readers: Set<PoolClient>, onProgress: OnProgress): EventLog['readDay'] =>
  (day, environmentId, use) =>
    inTransaction(pool, async (client) => {
      readers.add(client)
      const heartbeat = setInterval(() => onProgress({ day }), heartbeatMs)
      try {
        // The current reader of the day may take long, so this may wait as long.
        await client.query('set local statement_timeout = 0')
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bunting usage of ${day}`])
        const seen = await readLate(client, day)
        return { result: await use(groupsOf(client, day, environmentId)), seen }
      } finally {
        clearInterval(heartbeat)
        readers.delete(client)
      }
    })

const readLate = async (client: PoolClient, day: string): Promise<Seen> => {
  const { rows } = await client.query<{ id: number }>('select id from telemetry_late where day = $1::date', [day])
  return rows.map(({ id }) => id)
}

/**
 * A condition that always holds, for one row in `rowsBetweenRests` only after `work`. PostgreSQL promises both that it
 * rests on: a volatile function is called for each row, and of a `case` nothing but the branch that is taken.
 */
export const nowAndThen = (work: string): string =>
  `case when random() < ${1 / rowsBetweenRests} then ${work} is not null else true end`

const resting = nowAndThen(`pg_sleep(${restMs / 1_000})`)

async function* groupsOf(client: PoolClient, day: string, environmentId: string | undefined) {
  // All of it is read: a plan that is quick to give the first rows is the wrong one.
  await client.query('set local cursor_tuple_fraction = 1')
  // One core of the database's machine, never all of them.
  await client.query('set local max_parallel_workers_per_gather = 0')
  await client.query(
    `declare groups no scroll cursor for
    select ${placeColumns}, value, rule_id as "ruleId", ${groupSums} from telemetry_events
    where day = '${day}' and ${resting} ${environmentId === undefined ? '' : 'and environment_id = $1'}
    group by grouping sets ((environment_id, flag_key, value), (environment_id, flag_key, rule_id)) ${groupOrder}`,
    environmentId === undefined ? [] : [environmentId],
  )
  for (;;) {
    const { rows } = await client.query<EventGroup>(`fetch ${pageSize} from groups`)
    if (rows.length === 0) return
    yield rows
  }
}
