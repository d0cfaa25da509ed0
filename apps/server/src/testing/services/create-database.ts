import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of its own for a test file: empty, or the copy of another that nobody is connected to. */
export async function createDatabase(postgresUrl: string, template?: Pick<TestDatabase, 'url'>): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const copying = template ? ` template ${new URL(template.url).pathname.slice(1)}` : ''
  // By files: block by block, as is usual, takes longer for one that is hardly larger than empty.
  await execute(postgresUrl, `create database ${name}${copying} strategy file_copy`)
  const url = new URL(postgresUrl)
  url.pathname = name
  return { url: url.href, drop: () => execute(postgresUrl, `drop database ${name} with (force)`) }
}

/** To each server one that stays: what a connection costs to open is as much as what it is asked to do. */
const connections = new Map<string, pg.Pool>()

const connectionTo = (connectionString: string): pg.Pool => {
  const open = connections.get(connectionString)
  if (open) return open
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may go first.
  pool.on('error', () => undefined)
  connections.set(connectionString, pool)
  return pool
}

async function execute(url: string, sql: string) {
  await connectionTo(url).query(sql)
}
