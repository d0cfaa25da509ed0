import type { DatabaseSync } from 'node:sqlite'
import type { Series } from './pack.ts'
import { tablesOf } from './sqlite-file.ts'

export type Day = {
  name: string
  /** The id of a series in the day; a new series is inserted. */
  idOf(series: Series): number
  insert(seriesId: number, evaluatedMs: number, count: number): void
  /** Inserts the rows that are still buffered. */
  flush(): void
}

const maxSeries = 50_000
const maxDays = 50
/** The rows per INSERT: one statement for several rows costs little more than one for a single row. */
const rowsAtOnce = 25

/**
 * The tables of days, created when they are needed. A series that was evicted from this cache is inserted again under
 * another id: readers sum by content, not by id.
 */
export const openDays = (database: DatabaseSync) => {
  const known = new Map<string, Day>()

  const make = (name: string): Day => {
    const { series, events } = tablesOf(name)
    database.exec(`
      create table if not exists ${series} (
        id integer primary key, environment_id text not null, flag_key text not null, flag_id text not null,
        value text not null, reason text not null, rule_id text not null, sdk_type text not null, sdk_version text not null
      );
      create table if not exists ${events} (series integer not null, evaluated_ms integer not null, count integer not null);
    `)
    const insertSeries = database.prepare(
      `insert into ${series} (environment_id, flag_key, flag_id, value, reason, rule_id, sdk_type, sdk_version)
      values (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const insertOf = (rows: number) =>
      database.prepare(
        `insert into ${events} (series, evaluated_ms, count) values ${Array(rows).fill('(?, ?, ?)').join(', ')}`,
      )
    const insertOne = insertOf(1)
    const insertMany = insertOf(rowsAtOnce)
    let waiting: number[] = []
    const ids = new Map<string, number>()
    return {
      name,
      idOf: (one) => {
        const key = one.join('\0')
        const id = ids.get(key)
        if (id !== undefined) return id
        if (ids.size >= maxSeries) ids.clear()
        const made = Number(insertSeries.run(...one).lastInsertRowid)
        ids.set(key, made)
        return made
      },
      insert: (seriesId, evaluatedMs, count) => {
        waiting.push(seriesId, evaluatedMs, count)
        if (waiting.length < 3 * rowsAtOnce) return
        insertMany.run(...waiting)
        waiting = []
      },
      flush: () => {
        for (let at = 0; at < waiting.length; at += 3) insertOne.run(...waiting.slice(at, at + 3))
        waiting = []
      },
    }
  }

  return {
    open: (name: string): Day => {
      const before = known.get(name)
      if (before) return before
      if (known.size >= maxDays) known.clear()
      const day = make(name)
      known.set(name, day)
      return day
    },
    forget: (): void => known.clear(),
  }
}
