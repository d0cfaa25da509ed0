import type { Pool, PoolClient } from 'pg'
import type { EventGroup, EventLog, Seen } from '../../store/tables/event-log.ts'
import { groupOrder, groupSums, placeColumns } from './group-sql.ts'
import { inTransaction } from './postgres-transaction.ts'
import type { OnProgress } from './progress.ts'
import { restMs, rowsBetweenRests } from './rest.ts'

const pageSize = 500
const heartbeatMs = 10_000

/**
 * PostgreSQL groups the events, and the groups are read page by page. The lock belongs to the reading transaction: if
 * the connection breaks, both end, so nobody writes figures without holding the day. The groups may be newer than
 * `seen`, never older: events in between are read again the next time.
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
 * A condition that is always true, but runs `work` first for about one in `rowsBetweenRests` rows. It relies on two
 * guarantees of PostgreSQL: a volatile function is called for each row, and `case` evaluates only the branch that is
 * taken.
 */
export const nowAndThen = (work: string): string =>
  `case when random() < ${1 / rowsBetweenRests} then ${work} is not null else true end`

const resting = nowAndThen(`pg_sleep(${restMs / 1_000})`)

async function* groupsOf(client: PoolClient, day: string, environmentId: string | undefined) {
  // All rows are read, so a plan that optimizes for the first rows would be wrong.
  await client.query('set local cursor_tuple_fraction = 1')
  // Uses one core of the database's machine, never all of them.
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
