import { sql } from 'kysely'

/** Joins `flag` and `environment` with the `latest` version of the one in the other: two look-ups in an index. */
export const isLatest = sql<boolean>`
  latest.flag_id = flag.id and latest.environment_id = environment.id and latest.version = (
    select max(other.version) from flag_versions as other
    where other.flag_id = flag.id and other.environment_id = environment.id
  )`
