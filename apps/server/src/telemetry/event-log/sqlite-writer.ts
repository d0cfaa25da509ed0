import { parentPort, workerData } from 'node:worker_threads'
import { dayOf } from '../../rules/usage/days.ts'
import type { Seen } from '../../store/tables/event-log.ts'
import { mayBeAggregated } from './late.ts'
import { type PackedBatch, rowWidth, type Series } from './pack.ts'
import { type Day, openDays } from './sqlite-days.ts'
import { type EventFile, listDays, openEventFile, tablesOf } from './sqlite-file.ts'
import { answerCalls } from './thread.ts'
import type { PackedUnits } from './units/pack.ts'
import { openUnitWriter } from './units/sqlite-append.ts'
import { type FoldedUnits, openFoldWriter } from './units/sqlite-fold.ts'
import { dropUnitDays, forgetUnits, removeExposedAfter, removeSomeUnits } from './units/sqlite-forget.ts'

// The only writer of the event file, in a separate thread, so that only those wait for the disk who have to.

const { path } = workerData as EventFile
const database = openEventFile(path)
// Units come in no order, and each page that is not in memory is read before it is written: a third more is written so.
database.exec('pragma cache_size = -32000')
database.exec(`
  create table if not exists batches (
    scope text not null, key text not null, answer text not null, at_ms integer not null, primary key (scope, key)
  ) without rowid;
  create index if not exists batches_by_time on batches (at_ms);
  create table if not exists late (id integer primary key autoincrement, day text not null);
  create table if not exists settled_days (day text primary key) without rowid;
`)
const findBatch = database.prepare('select answer from batches where scope = ? and key = ? and at_ms >= ?')
const keepBatch = database.prepare('insert or replace into batches (scope, key, answer, at_ms) values (?, ?, ?, ?)')
const markLate = database.prepare('insert into late (day) values (?)')
const days = openDays(database)
const units = openUnitWriter(database)
const settleUnits = openFoldWriter(database)

const transaction = <Result>(work: () => Result): Result => {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    database.exec('rollback')
    // Its cache has tables and series that were rolled back.
    days.forget()
    units.forget()
    throw error
  }
}

type Append<Batch> = { batches: Batch[]; nowMs: number; sinceMs: number }

/** What each batch was answered before; those that are new are written. */
const writeNew = <Batch extends { once?: PackedBatch['once'] }>(
  { batches, nowMs, sinceMs }: Append<Batch>,
  write: (batch: Batch) => void,
): (string | undefined)[] =>
  batches.map((batch) => {
    const { once } = batch
    const before = once && findBatch.get(once.scope, once.key, sinceMs)
    if (before) return String(before.answer)
    if (once) keepBatch.run(once.scope, once.key, once.answer, nowMs)
    write(batch)
    return undefined
  })

const append = (input: Append<PackedBatch>): (string | undefined)[] =>
  transaction(() => {
    const { nowMs } = input
    const touched = new Set<Day>()
    const answers = writeNew(input, (batch) => write(batch, touched))
    for (const day of touched) {
      day.flush()
      if (mayBeAggregated(day.name, nowMs)) markLate.run(day.name)
    }
    return answers
  })

const write = ({ series, rows }: PackedBatch, touched: Set<Day>): void => {
  let day: Day | undefined
  let ids: number[] = []
  for (let at = 0; at < rows.length; at += rowWidth) {
    const index = rows[at] as number
    const evaluatedMs = rows[at + 1] as number
    const name = dayOf(evaluatedMs)
    if (day?.name !== name) {
      day = days.open(name)
      touched.add(day)
      ids = []
    }
    ids[index] ??= day.idOf(series[index] as Series)
    day.insert(ids[index], evaluatedMs, rows[at + 2] as number)
  }
}

const unsettled = (before: string): string[] => {
  const settled = new Set(
    database
      .prepare('select day from settled_days')
      .all()
      .map((row) => row.day),
  )
  const late = new Set(
    database
      .prepare('select distinct day from late')
      .all()
      .map((row) => row.day),
  )
  return listDays(database).filter((day) => day < before && (!settled.has(day) || late.has(day)))
}

const settle = ({ day, seen }: { day: string; seen: Seen }): void =>
  transaction(() => {
    database.prepare('insert or ignore into settled_days (day) values (?)').run(day)
    const remove = database.prepare('delete from late where id = ?')
    for (const id of seen) remove.run(id)
  })

const dropBefore = ({ day: before, batchesBeforeMs }: { day: string; batchesBeforeMs: number }): string[] => {
  const old = listDays(database).filter((day) => day < before)
  for (const day of old) {
    const { series, events } = tablesOf(day)
    transaction(() => {
      database.exec(`drop table ${events}; drop table ${series}`)
      for (const table of ['late', 'settled_days']) database.prepare(`delete from ${table} where day = ?`).run(day)
    })
  }
  days.forget()
  database.prepare('delete from batches where at_ms < ?').run(batchesBeforeMs)
  return old
}

const appendUnits = (input: Append<PackedUnits>): (string | undefined)[] =>
  transaction(() => writeNew(input, (batch) => units.write(batch, input.nowMs)))

class Changed extends Error {}

/** Whole or not at all. False where a unit is not as it was read: then it is read again. */
const settleFold = (folded: FoldedUnits): boolean => {
  try {
    transaction(() => {
      if (!settleUnits(folded)) throw new Changed()
    })
    return true
  } catch (error) {
    if (error instanceof Changed) return false
    throw error
  }
}

const opened = (): void => undefined
const close = (): void => database.close()

answerCalls(parentPort, {
  opened,
  append,
  unsettled,
  settle,
  dropBefore,
  appendUnits,
  settleFold,
  forgetUnits: (hashes: readonly bigint[]) => transaction(() => forgetUnits(database, hashes)),
  removeExposedAfter: ({ experimentId, afterMs }: { experimentId: string; afterMs: number }) =>
    transaction(() => removeExposedAfter(database, experimentId, afterMs)),
  removeSomeUnits: (experimentId: string) => transaction(() => removeSomeUnits(database, experimentId)),
  dropUnitDays: (before: string) => {
    transaction(() => dropUnitDays(database, before))
    units.forget()
  },
  close,
})
