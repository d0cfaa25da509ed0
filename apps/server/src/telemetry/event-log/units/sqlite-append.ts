import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Measure } from '../../../rules/units/tracking.ts'
import type { UnitDoubt } from '../../../rules/units/unit-batch.ts'
import { dayOf } from '../../../rules/usage/days.ts'
import { isLate } from './is-late.ts'
import { waitingFor } from './metric-bits.ts'
import { eventWidth, exposureWidth, type PackedUnits } from './pack.ts'
import { makeUnitDay, makeUnitTables, unitTableOf } from './sqlite-tables.ts'

const maxKnown = 50_000
const hourMs = 60 * 60 * 1_000

type Experiment = { id: number; metrics: readonly Measure[]; text: string }

/** Writes batches of units within the caller's transaction. */
export const openUnitWriter = (database: DatabaseSync) => {
  makeUnitTables(database)
  const names = new Map<string, number>()
  const experiments = new Map<string, Experiment>()
  const days = new Map<string, StatementSync>()
  const insertName = database.prepare(
    'insert into unit_names (environment_id, name, attribute) values (?, ?, ?) on conflict do update set name = name returning id',
  )
  const findExperiment = database.prepare('select id, metrics from unit_experiments where experiment_id = ?')
  const insertExperiment = database.prepare(
    'insert into unit_experiments (experiment_id, environment_id, attribute, metrics) values (?, ?, ?, ?) returning id',
  )
  const updateMetrics = database.prepare('update unit_experiments set metrics = ? where id = ?')
  const waitAgain = database.prepare('update unit_exposures set waiting = waiting | ? where experiment = ?')
  const expose = database.prepare(
    'insert into unit_exposures (experiment, unit, variant, first_ms, waiting) values (?, ?, ?, ?, ?) on conflict do nothing',
  )
  // Only while no metric has counted the unit yet.
  const exposeEarlier = database.prepare(
    'update unit_exposures set first_ms = ? where experiment = ? and unit = ? and first_ms > ? and waiting = ?',
  )
  const findExposure = database.prepare(
    'select first_ms, waiting from unit_exposures where experiment = ? and unit = ?',
  )
  const addCount = database.prepare(
    `insert into unit_counts (experiment, kind, sdk_type, sdk_version, count) values (?, ?, ?, ?, ?)
    on conflict do update set count = count + excluded.count`,
  )
  const addSeen = database.prepare(
    `insert into unit_seen (environment_id, name, hour, count, last_ms) values (?, ?, ?, ?, ?)
    on conflict do update set count = count + excluded.count, last_ms = max(last_ms, excluded.last_ms)`,
  )

  const nameId = (environmentId: string, name: string, attribute: string): number => {
    const key = `${environmentId}\0${attribute}\0${name}`
    const known = names.get(key)
    if (known !== undefined) return known
    if (names.size >= maxKnown) names.clear()
    const id = Number(insertName.get(environmentId, name, attribute)?.id)
    names.set(key, id)
    return id
  }

  /** If metrics were added meanwhile, all exposed units wait to be counted by them, too. */
  const experimentOf = (
    environmentId: string,
    { id, attribute, metrics }: PackedUnits['experiments'][number],
  ): Experiment => {
    const text = JSON.stringify(metrics)
    const known = experiments.get(id)
    if (known?.text === text) return known
    if (experiments.size >= maxKnown) experiments.clear()
    const row = findExperiment.get(id)
    const found = row && { id: Number(row.id), text: String(row.metrics) }
    const made = found ?? { id: Number(insertExperiment.get(id, environmentId, attribute, text)?.id), text }
    const before = JSON.parse(made.text) as Measure[]
    if (found && metrics.length > before.length) {
      updateMetrics.run(text, made.id)
      waitAgain.run(waitingFor(metrics) & ~waitingFor(before), made.id)
    }
    const kept = metrics.length >= before.length ? metrics : before
    const experiment = { id: made.id, metrics: kept, text }
    experiments.set(id, experiment)
    return experiment
  }

  const dayOfEvents = (day: string): StatementSync => {
    const known = days.get(day)
    if (known) return known
    if (days.size >= 100) days.clear()
    makeUnitDay(database, day)
    const statement = database.prepare(
      `insert into ${unitTableOf(day)} (unit, name, id, at_ms, value, is_client) values (?, ?, ?, ?, ?, ?) on conflict do nothing`,
    )
    days.set(day, statement)
    return statement
  }

  const writeEvents = ({ environmentId, names: sentNames, units, events }: PackedUnits): void => {
    const ids = sentNames.map(({ name, attribute }) => nameId(environmentId, name, attribute))
    let day = ''
    let insert: StatementSync | undefined
    for (const [index, unit] of units.entries()) {
      const at = index * eventWidth
      const atMs = events[at + 2] as number
      const value = events[at + 3] as number
      const name = dayOf(atMs)
      if (day !== name || !insert) insert = dayOfEvents(name)
      day = name
      const nameOf = ids[events[at] as number] as number
      insert.run(
        unit,
        nameOf,
        events[at + 1] as number,
        atMs,
        Number.isNaN(value) ? null : value,
        events[at + 4] as number,
      )
    }
  }

  const writeExposures = (
    { experimentIds, exposed, exposures }: PackedUnits,
    known: ReadonlyMap<string, Experiment>,
  ) => {
    const added = new Map<string, number>()
    for (const [index, unit] of exposed.entries()) {
      const at = index * exposureWidth
      const { id, metrics } = known.get(experimentIds[exposures[at] as number] as string) as Experiment
      const variant = exposures[at + 1] as number
      const atMs = exposures[at + 2] as number
      const all = waitingFor(metrics)
      if (expose.run(id, unit, variant, atMs, all).changes === 1) {
        added.set(`${id} ${variant}`, (added.get(`${id} ${variant}`) ?? 0) + 1)
      } else exposeEarlier.run(atMs, id, unit, atMs, all)
    }
    for (const [key, count] of added) {
      const [id, variant] = key.split(' ')
      addCount.run(Number(id), 'exposed', String(variant), '', count)
    }
  }

  const countDoubt = ({ kind, unit, name, atMs }: UnitDoubt, { id, metrics }: Experiment): void => {
    const row = findExposure.get(id, unit)
    if (!row) return
    const exposure = { firstMs: Number(row.first_ms), waiting: Number(row.waiting) }
    const counts = kind === 'identity' || isLate({ name, atMs }, exposure, metrics)
    if (counts) addCount.run(id, kind, '', '', 1)
  }

  return {
    write: (batch: PackedUnits, nowMs: number): void => {
      const { environmentId, doubts, health, seen } = batch
      const known = new Map(batch.experiments.map((one) => [one.id as string, experimentOf(environmentId, one)]))
      // Exposures are written first, so that an event in the same batch as its unit's first exposure is not late.
      writeExposures(batch, known)
      for (const doubt of doubts) countDoubt(doubt, known.get(doubt.experimentId) as Experiment)
      writeEvents(batch)
      for (const { experimentId, kind, sdkType, sdkVersion, count } of health) {
        addCount.run((known.get(experimentId) as Experiment).id, kind, sdkType, sdkVersion, count)
      }
      for (const [name, count] of seen) addSeen.run(environmentId, name, Math.floor(nowMs / hourMs), count, nowMs)
    },
    forget: (): void => {
      names.clear()
      experiments.clear()
      days.clear()
    },
  }
}
