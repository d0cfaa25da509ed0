import { type Moments, mergeMoments } from '@bunting/statistics'
import type { Pool, PoolClient } from 'pg'
import { giveTurn } from '../../../base/give-turn.ts'
import { type FoldedEvent, type FoldedMoments, openFold } from '../../../rules/units/fold-units.ts'
import { eventsOf, type Measure } from '../../../rules/units/tracking.ts'
import { inTransaction } from '../postgres-transaction.ts'
import { daysToRead } from './days-to-read.ts'
import { groupsOf, metricsOf, unitsAtOnce } from './metric-bits.ts'

/** Units that are added up before other requests have a turn: about a millisecond's worth. */
const unitsATurn = 500

type Experiment = { id: number; environmentId: string; attribute: string }
/** `row` is where the row lies: it stays there, since the row is locked. */
type Due = { row: string; unit: string; variant: number; firstMs: number }

export const findExperiment = async (client: Pool | PoolClient, id: string): Promise<Experiment | undefined> => {
  const { rows } = await client.query<Experiment>(
    'select id, environment_id as "environmentId", attribute from unit_experiments where experiment_id = $1',
    [id],
  )
  return rows[0]
}

/** The distinct values of `waiting`, each with its oldest exposure. They are few, and each takes one index lookup. */
export const waitingIn = async (
  client: Pool | PoolClient,
  experiment: number,
): Promise<{ waiting: number; firstMs: number }[]> => {
  const { rows } = await client.query<{ waiting: number; firstMs: number }>(
    `with recursive steps as (
      select (select min(waiting) from unit_exposures where experiment = $1 and waiting <> 0) as waiting
      union all
      select (select min(waiting) from unit_exposures where experiment = $1 and waiting <> 0 and waiting > steps.waiting)
      from steps where steps.waiting is not null
    )
    select waiting, (
      select min(first_ms) from unit_exposures
      where experiment = $1 and unit_exposures.waiting = steps.waiting and unit_exposures.waiting <> 0
    ) as "firstMs" from steps where waiting is not null`,
    [experiment],
  )
  return rows
}

export const nextMaturesOn = async (
  pool: Pool,
  id: string,
  metrics: readonly Measure[],
): Promise<number | undefined> => {
  const experiment = await findExperiment(pool, id)
  const rows = experiment ? await waitingIn(pool, experiment.id) : []
  const times = rows.flatMap(({ waiting, firstMs }) =>
    groupsOf(metrics).flatMap(({ bits, inMs }) => ((bits & waiting) === 0 ? [] : [firstMs + inMs])),
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Counts some matured units in one transaction. Only one process at a time counts an experiment; others find nothing. */
export const foldOn = (pool: Pool, id: string, metrics: readonly Measure[], nowMs: number): Promise<number> =>
  inTransaction(pool, async (client) => {
    const free = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free'
    const { rows: locks } = await client.query<{ free: boolean }>(free, [`bunting fold ${id}`])
    const experiment = locks[0]?.free ? await findExperiment(client, id) : undefined
    const due = experiment && (await findDue(client, experiment.id, metrics, nowMs))
    if (!experiment || !due) return 0
    const { units, bits } = due
    const counted = metricsOf(bits, metrics)
    const events = await readEvents(client, experiment, counted, units)
    const fold = openFold(counted)
    for (const [place, unit] of units.entries()) {
      if (place % unitsATurn === 0) await giveTurn()
      fold.add(unit, events[place] ?? [])
    }
    await addMoments(client, experiment.id, fold.result())
    await client.query('update unit_exposures set waiting = waiting & ~$1::integer where ctid = any($2::tid[])', [
      bits,
      units.map(({ row }) => row),
    ])
    return units.length
  })

const findDue = async (client: PoolClient, experiment: number, metrics: readonly Measure[], nowMs: number) => {
  for (const { waiting } of await waitingIn(client, experiment)) {
    for (const { bits, inMs } of groupsOf(metrics)) {
      if ((bits & waiting) === 0) continue
      const { rows: units } = await client.query<Due>(
        `select due.ctid::text as row, unit::text as unit, variant, first_ms as "firstMs" from (
          select ctid, unit, variant, first_ms from unit_exposures
          where experiment = $1 and waiting = $2 and waiting <> 0 and first_ms <= $3
          order by first_ms limit ${unitsAtOnce} for update skip locked
        ) as due order by due.unit`,
        [experiment, waiting, nowMs - inMs],
      )
      if (units.length > 0) return { units, bits: bits & waiting }
    }
  }
  return undefined
}

type EventRow = Omit<FoldedEvent, 'name'> & { unit: string; name: number }

/** Reads the events of the units, by the index of the unit. */
const readEvents = async (
  client: PoolClient,
  { environmentId, attribute }: Experiment,
  metrics: readonly Measure[],
  units: readonly Due[],
): Promise<FoldedEvent[][]> => {
  const { rows: found } = await client.query<{ id: number; name: string }>(
    'select id, name from unit_names where environment_id = $1 and attribute = $2 and name = any($3::text[])',
    [environmentId, attribute, eventsOf({ metrics })],
  )
  const names = new Map(found.map(({ id, name }) => [id, name]))
  const { from, to } = daysToRead(
    metrics,
    units.map(({ firstMs }) => firstMs),
  )
  // Each unit is one index lookup. Without statistics of a new partition the planner would take it for small and scan it.
  await client.query('set local enable_seqscan = off')
  const { rows } = await client.query<EventRow>(
    `select unit::text as unit, name, id, at_ms as "atMs", value, is_client as "isClient" from unit_events
    where unit = any($1::bigint[]) and day between $2::date and $3::date and name = any($4::bigint[])`,
    [units.map(({ unit }) => unit), from, to, [...names.keys()]],
  )
  const places = new Map(units.map(({ unit }, place) => [unit, place]))
  const events: FoldedEvent[][] = Array(units.length)
  for (const { unit, name, ...rest } of rows) {
    const place = places.get(unit) as number
    const event = { ...rest, name: names.get(name) as string }
    const before = events[place]
    if (before) before.push(event)
    else events[place] = [event]
  }
  return events
}

const addMoments = async (client: PoolClient, experiment: number, folded: readonly FoldedMoments[]): Promise<void> => {
  const { rows } = await client.query<{ metric: string; variant: number; day: string; moments: string }>(
    `select metric, variant, day, moments from unit_days
    where experiment = $1 and (metric, variant, day) in (select * from unnest($2::text[], $3::integer[], $4::text[]))`,
    [
      experiment,
      folded.map(({ metric }) => metric),
      folded.map(({ variant }) => variant),
      folded.map(({ day }) => day),
    ],
  )
  const before = new Map(rows.map((row) => [`${row.metric} ${row.variant} ${row.day}`, row.moments]))
  const sumOf = ({ metric, variant, day, moments }: FoldedMoments): Moments => {
    const text = before.get(`${metric} ${variant} ${day}`)
    return text === undefined ? moments : mergeMoments(JSON.parse(text) as Moments, moments)
  }
  await client.query(
    `insert into unit_days (experiment, metric, variant, day, moments)
    select $1::bigint, * from unnest($2::text[], $3::integer[], $4::text[], $5::text[])
    on conflict (experiment, metric, variant, day) do update set moments = excluded.moments`,
    [
      experiment,
      folded.map(({ metric }) => metric),
      folded.map(({ variant }) => variant),
      folded.map(({ day }) => day),
      folded.map((one) => JSON.stringify(sumOf(one))),
    ],
  )
}
