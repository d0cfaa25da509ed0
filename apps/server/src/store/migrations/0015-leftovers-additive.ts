import { type Kysely, sql } from 'kysely'

/** The actor who enables a webhook that ended with its creator: from then on it depends on their rights. */
export const leftovers = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table webhooks add column enabled_by text').execute(db)
}
