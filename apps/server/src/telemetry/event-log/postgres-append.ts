import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { dayOf } from '../../rules/usage/days.ts'
import type { EventBatch } from '../../store/tables/event-log.ts'
import { copyColumns, copyLine } from './copy-text.ts'
import { mayBeAggregated } from './late.ts'
import type { Partitions } from './postgres-partitions.ts'
import { inTransaction, withClient } from './postgres-transaction.ts'

/** A batch in the form that is sent to PostgreSQL. */
export type CopyBatch = { text: string; days: Set<string>; once: EventBatch['once'] }

export const toCopyBatch = ({ events, once }: EventBatch): CopyBatch => {
  let text = ''
  const days = new Set<string>()
  for (const event of events) {
    text += copyLine(event)
    days.add(dayOf(event.evaluatedMs))
  }
  return { text, days, once }
}

type Once = NonNullable<EventBatch['once']>
type At = { nowMs: number; sinceMs: number }

/** Stores batches in one commit, all or nothing. Returns the earlier answer of each batch; undefined for new ones. */
export const appendBatches = async (
  pool: Pool,
  partitions: Partitions,
  batches: readonly CopyBatch[],
  { nowMs, sinceMs }: At,
): Promise<(string | undefined)[]> => {
  const days = new Set(batches.flatMap((batch) => [...batch.days]))
  await partitions.ensure(days)
  const late = [...days].filter((day) => mayBeAggregated(day, nowMs))
  if (late.length === 0 && batches.every(({ once }) => once === undefined)) {
    await withClient(pool, (client) => copy(client, batches))
    return batches.map(() => undefined)
  }
  return inTransaction(pool, async (client) => {
    const answers = await keepKeys(client, batches, { nowMs, sinceMs })
    await copy(
      client,
      batches.filter((_, index) => answers[index] === undefined),
    )
    if (late.length > 0) await client.query('insert into telemetry_late (day) select unnest($1::date[])', [late])
    return answers
  })
}

const copy = async (client: PoolClient, batches: readonly CopyBatch[]): Promise<void> => {
  if (batches.length === 0) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stream = client.query(copyFrom(`copy telemetry_events (${copyColumns}) from stdin`))
  stream.on('finish', resolve).on('error', reject)
  for (const { text } of batches) stream.write(text)
  stream.end()
  await promise
}

const nameOf = ({ scope, key }: Pick<Once, 'scope' | 'key'>): string => `${scope} ${key}`

/** Claims the keys of batches; waits for processes that store the same one. In the order of keys, to avoid deadlocks. */
export const keepKeys = async <Batch extends { once?: EventBatch['once'] }>(
  client: PoolClient,
  batches: readonly Batch[],
  { nowMs, sinceMs }: At,
): Promise<(string | undefined)[]> => {
  const first = new Map<string, Batch>()
  for (const batch of batches) {
    if (batch.once && !first.has(nameOf(batch.once))) first.set(nameOf(batch.once), batch)
  }
  if (first.size === 0) return batches.map(() => undefined)
  const wanted = [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { once }]) => once as Once)
  const scopes = wanted.map(({ scope }) => scope)
  const keys = wanted.map(({ key }) => key)
  const { rows: kept } = await client.query<{ scope: string; key: string }>(
    `insert into telemetry_batches (scope, key, answer, at_ms)
    select *, $4::bigint from unnest($1::text[], $2::text[], $3::text[])
    on conflict (scope, key) do update set answer = excluded.answer, at_ms = excluded.at_ms
    where telemetry_batches.at_ms < $5 returning scope, key`,
    [scopes, keys, wanted.map(({ answer }) => answer), nowMs, sinceMs],
  )
  const isNew = new Set(kept.map(nameOf))
  const { rows } = await client.query<Once>(
    'select scope, key, answer from telemetry_batches where (scope, key) in (select * from unnest($1::text[], $2::text[]))',
    [scopes, keys],
  )
  const answers = new Map(rows.map((row) => [nameOf(row), row.answer]))
  return batches.map((batch) => {
    if (!batch.once) return undefined
    const name = nameOf(batch.once)
    return isNew.has(name) && first.get(name) === batch ? undefined : answers.get(name)
  })
}
