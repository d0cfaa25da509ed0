import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** Creates a database for a test file: empty, or a copy of another to which nobody is connected. */
export async function createDatabase(postgresUrl: string, template?: Pick<TestDatabase, 'url'>): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const copying = template ? ` template ${new URL(template.url).pathname.slice(1)}` : ''
  // Copying files is faster than the default, block by block, for a database that is nearly empty.
  await execute(postgresUrl, `create database ${name}${copying} strategy file_copy`)
  const url = new URL(postgresUrl)
  url.pathname = name
  return { url: url.href, drop: () => execute(postgresUrl, `drop database ${name} with (force)`) }
}

/** One permanent connection to each server, since connecting costs as much as a statement. */
const connections = new Map<string, pg.Pool>()

const connectionTo = (connectionString: string): pg.Pool => {
  const open = connections.get(connectionString)
  if (open) return open
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may end first.
  pool.on('error', () => undefined)
  connections.set(connectionString, pool)
  return pool
}

async function execute(url: string, sql: string) {
  await connectionTo(url).query(sql)
}
