import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { BenchEvent } from './events.ts'

/** The same rows straight into a table, a batch a commit: nothing received, parsed, checked or answered. */
export type Bare = { write(batch: BenchEvent[]): Promise<void>; close(): Promise<void> }

const columns = `day, evaluated_at, environment_id, org_id, flag_key, flag_id, value, reason, rule_id, sdk_type, sdk_version`
const rowOf = (event: BenchEvent): string[] => [
  event.evaluatedAt.slice(0, 10),
  event.evaluatedAt,
  event.environmentId,
  event.orgId,
  event.flagKey,
  event.flagId,
  String(event.value),
  event.reason,
  event.ruleId,
  event.sdkType,
  event.sdkVersion,
]
const table = `create table bare_events (${columns
  .split(', ')
  .map((column) => `${column} text not null`)
  .join(', ')})`

/** One multi-row insert a batch, on disk when it is done, as the service's own. */
export const openBareSqlite = async (): Promise<Bare> => {
  const folder = await mkdtemp(join(tmpdir(), 'bunting-bench-bare-'))
  const database = new DatabaseSync(join(folder, 'bare.db'))
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${table}`)
  const prepared = new Map<BenchEvent[], () => unknown>()
  const prepare = (batch: BenchEvent[]) => {
    const rows = batch.map(rowOf)
    const places = rows.map((row) => `(${row.map(() => '?').join(',')})`).join(',')
    const insert = database.prepare(`insert into bare_events (${columns}) values ${places}`)
    const parameters = rows.flat()
    return () => insert.run(...parameters)
  }
  return {
    write: async (batch) => {
      const run = prepared.get(batch) ?? prepare(batch)
      prepared.set(batch, run)
      run()
    },
    close: async () => {
      database.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** One COPY a batch. */
export const openBarePostgres = async (url: string): Promise<Bare> => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(table)
  const prepared = new Map<BenchEvent[], string>()
  return {
    write: async (batch) => {
      const text = prepared.get(batch) ?? batch.map((event) => `${rowOf(event).join('\t')}\n`).join('')
      prepared.set(batch, text)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const stream = client.query(copyFrom(`copy bare_events (${columns}) from stdin`))
      stream.on('finish', resolve).on('error', reject)
      stream.end(text)
      await promise
    },
    close: async () => {
      await client.query('drop table bare_events')
      await client.end()
    },
  }
}
