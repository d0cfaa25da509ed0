import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** The number of rows of a query. */
export const countOf = async <Table extends keyof Schema>(
  db: Kysely<Schema>,
  rows: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> => {
  const { count } = await db
    .selectFrom(rows.as('rows'))
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
