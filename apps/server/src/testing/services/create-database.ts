import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of its own for a test file: empty, or the copy of another that nobody is connected to. */
export async function createDatabase(postgresUrl: string, template?: TestDatabase): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const copying = template ? ` template ${new URL(template.url).pathname.slice(1)}` : ''
  await execute(postgresUrl, `create database ${name}${copying}`)
  const url = new URL(postgresUrl)
  url.pathname = name
  return { url: url.href, drop: () => execute(postgresUrl, `drop database ${name} with (force)`) }
}

async function execute(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
