import { type EnvironmentId, type FlagId, idPrefixes, type SegmentId } from '@bunting/contract'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../core/schema.ts'
import { type Name, segmentName } from './changes.ts'

type Needed = FlagId | SegmentId

/** The most roots to search: with more, there would be more names than a change can store. */
const maxRoots = 100

/** All segments among the roots or needed by them, in each environment; undefined if there are too many roots. */
export const segmentsBelow = async (
  db: Kysely<Schema>,
  environmentIds: readonly EnvironmentId[],
  roots: readonly Needed[],
): Promise<Map<EnvironmentId, Name[]> | undefined> => {
  const found = new Map(environmentIds.map((id) => [id, [] as Name[]]))
  if (roots.length === 0 || environmentIds.length === 0) return found
  if (roots.length > maxRoots) return undefined
  const { rows } = await sql<{ environmentId: EnvironmentId; key: string }>`
    with recursive below as (
      select environment.id as environment_id, root.id from environments as environment
      cross join (
        select flags.id from flags where flags.id in (${sql.join(roots)})
        union select segments.id from segments where segments.id in (${sql.join(roots)})
      ) as root
      where environment.id in (${sql.join(environmentIds)})
      union
      select reference.environment_id, reference.to_id from below
      join config_references as reference
        on reference.from_id = below.id and reference.environment_id = below.environment_id
      join segments as segment on segment.id = reference.to_id
    )
    select below.environment_id as "environmentId", segment.key from below
    join segments as segment on segment.id = below.id`.execute(db)
  for (const { environmentId, key } of rows) found.get(environmentId)?.push(segmentName(key))
  return found
}

/** Picks out the segments. Flags are in a bundle whether others need them or not. */
export const onlySegments = (ids: Iterable<Needed>): SegmentId[] =>
  [...ids].filter((id): id is SegmentId => id.startsWith(`${idPrefixes.segment}_`))
