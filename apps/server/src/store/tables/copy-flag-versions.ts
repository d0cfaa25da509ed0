import type { ActorId, EnvironmentId, FlagVersionId } from '@bunting/contract'
import { sql } from 'kysely'
import type { Access } from '../core/access.ts'
import { isLatest } from '../core/latest.ts'
import { prepared } from '../core/prepared.ts'
import { copiedRows, copyInPieces } from './copy-in-pieces.ts'

/** SQL for a config with its version set to 1. The fast way relies on the version being the first field of the text. */
const firstVersion = ({ dialect }: Access) => {
  // Cut as a blob: in a text, SQLite would walk over every character up to the end.
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

/** Copies the latest configs of an environment's active flags to a new one. The caller copies their references. */
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
