import type { ListId } from '@bunting/contract'
import type { LargeList } from '@bunting/engine'
import type { Access } from '../core/access.ts'
import { isLatestOfSegment } from '../core/latest.ts'
import type { SegmentPlace } from './segment-versions.ts'

/** The list of a segment in an environment, and the salt of its hashes. Neither ever changes. */
export type KnownList = { id: ListId; salt: string }

export const largeListsTable = ({ db }: Access) => {
  const find = ({ segmentId, environmentId }: SegmentPlace): Promise<KnownList | undefined> =>
    db
      .selectFrom('large_lists')
      .select(['id', 'salt'])
      .where('segment_id', '=', segmentId)
      .where('environment_id', '=', environmentId)
      .executeTakeFirst()

  return {
    find,

    /** Every list in its latest version. */
    latest: async (): Promise<LargeList[]> => {
      const rows = await db
        .selectFrom('segments as segment')
        .innerJoin('environments as environment', 'environment.project_id', 'segment.project_id')
        .innerJoin('segment_versions as latest', (join) => join.on(isLatestOfSegment))
        .where('latest.large', 'is not', null)
        .select('latest.large')
        .execute()
      return rows.flatMap(({ large }) => (large === null ? [] : [JSON.parse(large) as LargeList]))
    },

    /** 0 if nothing was uploaded. */
    latestVersion: async (list: string): Promise<number> => {
      const row = await db
        .selectFrom('large_lists as list')
        .innerJoin('segment_versions as version', (join) =>
          join
            .onRef('version.segment_id', '=', 'list.segment_id')
            .onRef('version.environment_id', '=', 'list.environment_id'),
        )
        .select('version.version')
        .where('list.id', '=', list as ListId)
        .orderBy('version.version', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.version ?? 0
    },

    /** The list that exists, or this one if there is none. Two callers at once get the same. */
    ensure: async (place: SegmentPlace, fresh: KnownList): Promise<KnownList> => {
      const { segmentId: segment_id, environmentId: environment_id } = place
      await db
        .insertInto('large_lists')
        .values({ ...fresh, segment_id, environment_id })
        .onConflict((conflict) => conflict.columns(['segment_id', 'environment_id']).doNothing())
        .execute()
      return (await find(place)) ?? fresh
    },
  }
}
