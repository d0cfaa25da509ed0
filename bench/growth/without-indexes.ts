import type { Connection } from '../support/databases.ts'

type Index = { name: string; definition: string }

/** Those that no constraint needs. */
const list = {
  sqlite: (table: string) =>
    `select name, sql as definition from sqlite_master where type = 'index' and tbl_name = '${table}' and sql is not null`,
  postgres: (table: string) =>
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = '${table}' and indexname not in (select conname from pg_constraint)`,
}

/** Millions of rows go in several times as fast, and the indexes are made of all of them at once. */
export const withoutIndexes = async (connection: Connection, table: string, fill: () => Promise<void>) => {
  const isSqlite = await connection.rows('select sqlite_version()').then(
    () => true,
    () => false,
  )
  const indexes = await connection.rows<Index>(list[isSqlite ? 'sqlite' : 'postgres'](table))
  for (const { name } of indexes) await connection.run(`drop index ${name}`)
  await fill()
  for (const { definition } of indexes) await connection.run(definition)
}
