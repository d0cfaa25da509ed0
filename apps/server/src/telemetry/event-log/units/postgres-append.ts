import type { Pool, PoolClient } from 'pg'
import type { Measure } from '../../../rules/units/tracking.ts'
import type { UnitBatch, UnitDoubt, UnitExposure } from '../../../rules/units/unit-batch.ts'
import { dayOf } from '../../../rules/usage/days.ts'
import { keepKeys } from '../postgres-append.ts'
import type { Partitions } from '../postgres-partitions.ts'
import { inTransaction } from '../postgres-transaction.ts'
import { isLate } from './is-late.ts'
import { waitingFor } from './metric-bits.ts'
import { openUnitNames, type UnitExperiment } from './postgres-names.ts'

const hourMs = 60 * 60 * 1_000

type At = { nowMs: number; sinceMs: number }
type Count = { experiment: number; kind: string; sdkType: string; sdkVersion: string; count: number }

/** Writes batches in one transaction. Rows are written in the order of their keys, so that processes do not deadlock. */
export const openPostgresUnitWriter = (pool: Pool, partitions: Partitions) => {
  const names = openUnitNames(pool)

  return async (batches: readonly UnitBatch[], at: At): Promise<(string | undefined)[]> => {
    await partitions.ensure(new Set(batches.flatMap(({ events }) => events.map(({ atMs }) => dayOf(atMs)))))
    const ids = await names.idsOf(batches)
    const experiments = await names.experimentsOf(batches)
    return inTransaction(pool, async (client) => {
      const answers = await keepKeys(client, batches, at)
      const fresh = batches.filter((_, index) => answers[index] === undefined)
      await writeEvents(client, fresh, ids)
      const exposed = await writeExposures(client, fresh, experiments)
      const doubted = await readDoubts(client, fresh, experiments)
      const health = fresh.flatMap((batch) =>
        batch.health.map(({ experimentId, ...one }) => ({ ...one, experiment: idOf(experiments, experimentId) })),
      )
      await addCounts(client, [...exposed, ...doubted, ...health])
      await addSeen(client, fresh, at.nowMs)
      return answers
    })
  }
}

type Experiments = ReadonlyMap<string, UnitExperiment>

const idOf = (experiments: Experiments, id: string): number => (experiments.get(id) as UnitExperiment).id

const writeEvents = async (client: PoolClient, batches: readonly UnitBatch[], ids: ReadonlyMap<string, number>) => {
  const rows = batches.flatMap(({ environmentId, events }) =>
    events.map((event) => ({ ...event, nameId: ids.get(`${environmentId}\0${event.attribute}\0${event.name}`) })),
  )
  if (rows.length === 0) return
  await client.query(
    `insert into unit_events (day, unit, name, id, at_ms, value, is_client)
    select * from unnest($1::date[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::double precision[], $7::boolean[])
    order by 2, 3, 4, 1 on conflict do nothing`,
    [
      rows.map(({ atMs }) => dayOf(atMs)),
      rows.map(({ unit }) => String(unit)),
      rows.map(({ nameId }) => nameId),
      rows.map(({ id }) => id),
      rows.map(({ atMs }) => atMs),
      rows.map(({ value }) => value),
      rows.map(({ isClient }) => isClient),
    ],
  )
}

/** Writes first exposures, and returns a count for each new unit. */
const writeExposures = async (client: PoolClient, batches: readonly UnitBatch[], experiments: Experiments) => {
  const first = new Map<string, UnitExposure>()
  for (const exposure of batches.flatMap(({ exposures }) => exposures)) {
    const key = `${exposure.experimentId} ${exposure.unit}`
    const before = first.get(key)
    if (!before || exposure.atMs < before.atMs) first.set(key, exposure)
  }
  if (first.size === 0) return []
  const rows = [...first.values()].map((one) => ({ ...one, ...(experiments.get(one.experimentId) as UnitExperiment) }))
  const { rows: written } = await client.query<{ experiment: number; variant: number; isNew: boolean }>(
    `insert into unit_exposures (experiment, unit, variant, first_ms, waiting)
    select * from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bigint[], $5::integer[]) order by 1, 2
    on conflict (experiment, unit) do update set first_ms = excluded.first_ms
    where unit_exposures.first_ms > excluded.first_ms and unit_exposures.waiting = excluded.waiting
    returning experiment, variant, xmax = 0 as "isNew"`,
    [
      rows.map(({ id }) => id),
      rows.map(({ unit }) => String(unit)),
      rows.map(({ variant }) => variant),
      rows.map(({ atMs }) => atMs),
      rows.map(({ metrics }) => waitingFor(metrics)),
    ],
  )
  return written.filter(({ isNew }) => isNew).map(({ experiment, variant }) => exposedCount(experiment, variant))
}

const exposedCount = (experiment: number, variant: number): Count => ({
  experiment,
  kind: 'exposed',
  sdkType: String(variant),
  sdkVersion: '',
  count: 1,
})

const readDoubts = async (
  client: PoolClient,
  batches: readonly UnitBatch[],
  experiments: Experiments,
): Promise<Count[]> => {
  const doubts = batches.flatMap((batch) => batch.doubts)
  if (doubts.length === 0) return []
  const { rows } = await client.query<{ experiment: number; unit: string; firstMs: number; waiting: number }>(
    `select experiment, unit::text as unit, first_ms as "firstMs", waiting from unit_exposures
    where experiment = any($1::bigint[]) and unit = any($2::bigint[])`,
    [
      [...new Set(doubts.map(({ experimentId }) => idOf(experiments, experimentId)))],
      doubts.map(({ unit }) => String(unit)),
    ],
  )
  const exposures = new Map(rows.map((row) => [`${row.experiment} ${row.unit}`, row]))
  const isSo = (doubt: UnitDoubt, id: number, metrics: readonly Measure[]): boolean => {
    const exposure = exposures.get(`${id} ${doubt.unit}`)
    return exposure !== undefined && (doubt.kind === 'identity' || isLate(doubt, exposure, metrics))
  }
  return doubts.flatMap((doubt) => {
    const { id, metrics } = experiments.get(doubt.experimentId) as UnitExperiment
    return isSo(doubt, id, metrics) ? [{ experiment: id, kind: doubt.kind, sdkType: '', sdkVersion: '', count: 1 }] : []
  })
}

const addCounts = async (client: PoolClient, counts: readonly Count[]): Promise<void> => {
  if (counts.length === 0) return
  await client.query(
    `insert into unit_counts (experiment, kind, sdk_type, sdk_version, count)
    select experiment, kind, sdk_type, sdk_version, sum(count)
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[]) as more (experiment, kind, sdk_type, sdk_version, count)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (experiment, kind, sdk_type, sdk_version) do update set count = unit_counts.count + excluded.count`,
    [
      counts.map(({ experiment }) => experiment),
      counts.map(({ kind }) => kind),
      counts.map(({ sdkType }) => sdkType),
      counts.map(({ sdkVersion }) => sdkVersion),
      counts.map(({ count }) => count),
    ],
  )
}

const addSeen = async (client: PoolClient, batches: readonly UnitBatch[], nowMs: number): Promise<void> => {
  const rows = batches.flatMap(({ environmentId, seen }) =>
    seen.map(([name, count]) => ({ environmentId, name, count })),
  )
  if (rows.length === 0) return
  await client.query(
    `insert into unit_seen (environment_id, name, hour, count, last_ms)
    select environment_id, name, $4::bigint, sum(count), $5::bigint
    from unnest($1::text[], $2::text[], $3::bigint[]) as more (environment_id, name, count) group by 1, 2 order by 1, 2
    on conflict (environment_id, name, hour)
    do update set count = unit_seen.count + excluded.count, last_ms = greatest(unit_seen.last_ms, excluded.last_ms)`,
    [
      rows.map(({ environmentId }) => environmentId),
      rows.map(({ name }) => name),
      rows.map(({ count }) => count),
      Math.floor(nowMs / hourMs),
      nowMs,
    ],
  )
}
