import { type Kysely, sql } from 'kysely'

/** The time at which a person was let in again or got a higher role, if that was after they joined. */
export const reviewers = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table users add column raised_us bigint not null default 0').execute(db)
}
