import type { ActorId, EnvironmentId, FlagVersionId } from '@bunting/contract'
import { sql } from 'kysely'
import type { Access } from '../core/access.ts'
import { isLatest } from '../core/latest.ts'
import { prepared } from '../core/prepared.ts'
import { copiedRows, copyInPieces } from './copy-in-pieces.ts'

/** A config as the first version of a series. Its version is what a config begins with. */
const firstVersion = ({ dialect }: Access) => {
  // SQLite walks over every letter of a text to find where its rest ends, and over no byte.
  const rest = sql.raw(
    dialect === 'postgres'
      ? `substr(config, strpos(config, ','))`
      : `cast(substr(cast(config as blob), instr(config, ',')) as text)`,
  )
  const anyhow = sql.raw(
    dialect === 'postgres' ? `jsonb_set(config::jsonb, '{version}', '1')::text` : `json_set(config, '$.version', 1)`,
  )
  return sql`case when config like '{"version":%' then '{"version":1' || ${rest} else ${anyhow} end`
}

const insertCopies = prepared(
  (access, { to, createdBy, atUs, rows }: { to: EnvironmentId; createdBy: ActorId; atUs: number; rows: string }) => sql`
    insert into flag_versions (id, flag_id, environment_id, version, config, created_by, cost, created_us)
    select copy.new_id, flag_id, ${to}, 1, ${firstVersion(access)}, ${createdBy}, cost, cast(${atUs} as bigint)
    from ${copiedRows(access, rows)} as copy join flag_versions as version on version.id = copy.id`,
)

/** Copies what one environment has of flags that are not archived to a new one. What they name is left to whoever calls. */
export const copyFlagVersions =
  (access: Access) =>
  async (
    { from, to, createdBy }: { from: EnvironmentId; to: EnvironmentId; createdBy: ActorId },
    newId: () => FlagVersionId,
    atUs: number,
  ): Promise<void> => {
    const found = await access.db
      .selectFrom('flags as flag')
      .innerJoin('environments as environment', 'environment.project_id', 'flag.project_id')
      .innerJoin('flag_versions as latest', (join) => join.on(isLatest))
      .where('environment.id', '=', from)
      .where('flag.archived_us', 'is', null)
      .select(['latest.id', sql<number>`octet_length(latest.config)`.as('bytes')])
      .execute()
    for (const { bytes } of found) access.kept.bytes += bytes
    await copyInPieces(found, newId, (rows) => insertCopies(access, { to, createdBy, atUs, rows }))
  }
