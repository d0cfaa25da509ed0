import { type Kysely, sql } from 'kysely'

/** Whoever enables a webhook that ended with its maker answers for it from then on. */
export const leftovers = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table webhooks add column enabled_by text').execute(db)
}
