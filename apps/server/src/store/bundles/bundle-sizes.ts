import type { EnvironmentId } from '@bunting/contract'
import { type RawBuilder, sql } from 'kysely'
import { bytesBeside, type Share } from '../../rules/configs/bundle-size.ts'
import type { Access } from '../core/access.ts'
import { latestBytes, latestSegmentBytes } from '../core/latest.ts'
import { isAmong, type Many, manyOf, prepared } from '../core/prepared.ts'
import { isNeededIn } from './segments-needed.ts'

const flagBytes = sql<number>`octet_length(flag.key) + ${latestBytes} + ${sql.lit(bytesBeside)}`
const segmentBytes = sql<number>`octet_length(segment.key) + ${latestSegmentBytes} + ${sql.lit(bytesBeside)}`

/** The flags and segments in the bundles of environments, each with its bytes; those without a config there have none. */
const shares = (access: Access, ids: Many) => sql`(
  select environment.id, environment.revision, 'flag' as kind, flag.key, ${flagBytes} as bytes
  from environments as environment join flags as flag on flag.project_id = environment.project_id
  where ${isAmong(access, 'environment.id', ids)} and flag.archived_us is null
  union all
  select environment.id, environment.revision, 'segment', segment.key, ${segmentBytes}
  from environments as environment join segments as segment on segment.project_id = environment.project_id
  where ${isAmong(access, 'environment.id', ids)} and ${isNeededIn(access, ids)}
) as share`

type Size = { id: EnvironmentId; revision: number; bytes: number | string | null }

const measure = prepared(
  (access, { ids }: { ids: Many }) =>
    sql<Size>`select id, revision, sum(bytes) as bytes from ${shares(access, ids)} group by id, revision`,
)

const findLargest = prepared(
  (access, { ids }: { ids: Many }) =>
    sql<Share>`select kind, key, bytes from ${shares(access, ids)} where bytes is not null order by bytes desc limit 3`,
)

/** The bytes of these flags and segments in the `environment`, whether its bundle needs them or not. */
export const bytesOfNamed = (access: Access, flagKeys: Many, segmentKeys: Many | undefined): RawBuilder<number> => {
  const ofFlags = sql`coalesce((
    select sum(${flagBytes}) from flags as flag
    where flag.project_id = environment.project_id and ${isAmong(access, 'flag.key', flagKeys)}
  ), 0)`
  if (segmentKeys === undefined) return ofFlags as RawBuilder<number>
  return sql<number>`${ofFlags} + coalesce((
    select sum(${segmentBytes}) from segments as segment
    where segment.project_id = environment.project_id and ${isAmong(access, 'segment.key', segmentKeys)}
  ), 0)`
}

export const bundleSizes = (access: Access) => {
  const { db } = access
  const sizesOf = async (ids: readonly EnvironmentId[]): Promise<Map<EnvironmentId, number>> => {
    if (ids.length === 0) return new Map()
    const found = new Map((await measure(access, { ids: manyOf(access, ids) })).map((size) => [size.id, size]))
    return new Map(ids.map((id) => [id, Number(found.get(id)?.bytes ?? 0)]))
  }

  return {
    /** The size of each bundle, from the flags and segments as they are now. */
    sizesOf,

    /** The largest flags and segments of a bundle. */
    largestIn: (id: EnvironmentId): Promise<Share[]> => findLargest(access, { ids: manyOf(access, [id]) }),

    /** The next environments by id whose bundle is over the limit, or of unknown size. */
    largeAfter: async (after: string, maxBytes: number, limit: number) =>
      db
        .selectFrom('environments as environment')
        .innerJoin('projects as project', 'project.id', 'environment.project_id')
        .select(['environment.id', 'project.org_id as orgId', 'project.slug as project'])
        .select('environment.slug as environment')
        .where('environment.id', '>', after as EnvironmentId)
        .where((row) =>
          row.or([
            row('environment.bundle_bytes', '>', maxBytes),
            row('environment.bundle_bytes_at', '<>', row.ref('environment.revision')),
          ]),
        )
        .orderBy('environment.id')
        .limit(limit)
        .execute(),

    /** Measures a bundle and stores its size, unless the environment was changed meanwhile. */
    remeasure: async (id: EnvironmentId): Promise<number> => {
      const [size] = await measure(access, { ids: manyOf(access, [id]) })
      const bytes = Number(size?.bytes ?? 0)
      if (size) {
        const set = { bundle_bytes: bytes, bundle_bytes_at: size.revision }
        await db
          .updateTable('environments')
          .set(set)
          .where('id', '=', id)
          .where('revision', '=', size.revision)
          .execute()
      }
      return bytes
    },
  }
}
