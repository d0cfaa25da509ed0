import { randomUUID } from 'node:crypto'
import pg from 'pg'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of its own for a test file. */
export async function createDatabase(postgresUrl: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(postgresUrl, `create database ${name}`)
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
