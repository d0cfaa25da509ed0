import { sql } from 'kysely'

const latest = (column: 'id' | 'config') => sql`(
  select version.${sql.raw(column)} from flag_versions as version
  where version.flag_id = flag.id and version.environment_id = environment.id
  order by version.version desc limit 1
)`

/**
 * Joins `flag` and `environment` with the `latest` version of the one in the other. By its id and nothing else: told the
 * flag as well, PostgreSQL reads every version that the flag ever had.
 */
export const isLatest = sql<boolean>`latest.id = ${latest('id')}`

/** For the many flags of a bundle: a look-up for each, where a join makes PostgreSQL read all versions of everybody. */
export const latestConfig = latest('config') as ReturnType<typeof sql<string | null>>
