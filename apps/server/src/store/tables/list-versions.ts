import type {
  EnvironmentId,
  HistoricListVersion,
  ListId,
  Page,
  Paging,
  SegmentId,
  SegmentVersionId,
} from '@bunting/contract'
import type { LargeList, SegmentConfig } from '@bunting/engine'
import { type Selectable, sql } from 'kysely'
import type { Access } from '../core/access.ts'
import { isLatestOfSegment } from '../core/latest.ts'
import { isoTime, newestFirst, pageOf } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'
import type { SegmentPlace } from './segment-versions.ts'
import { laterThan, type NewVersion } from './versions.ts'

/** The versions that a list is read from. For a copied list they are versions of the original. */
type ListChain = readonly [whole: SegmentVersionId, ...changes: SegmentVersionId[]]

/** A version of a large segment: the list, the versions whose parts it is made of, and how much it changed. */
export type ListVersion = { id: SegmentVersionId; large: LargeList; chain: ListChain; added: number; removed: number }

export type NewListVersion = SegmentPlace &
  Omit<NewVersion<SegmentConfig>, 'config' | 'needs'> &
  ListVersion & { cost: number }

/** The versions of large segments: rows of the same series as those with configs. */
export const listVersionsTable = (access: Access) => {
  const { db } = access
  const at = ({ segmentId, environmentId }: SegmentPlace) =>
    db.selectFrom('segment_versions').where('segment_id', '=', segmentId).where('environment_id', '=', environmentId)

  return {
    /** The latest version of a large segment; undefined if nothing was uploaded yet. */
    latest: async (place: SegmentPlace): Promise<ListVersion | undefined> => {
      const row = await at(place).selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
      return row && toListVersion(row)
    },

    find: async (place: SegmentPlace, version: number): Promise<ListVersion | undefined> => {
      const row = await at(place).selectAll().where('version', '=', version).executeTakeFirst()
      return row && toListVersion(row)
    },

    /** By the list's own id. */
    findByList: async (list: string, version: number): Promise<ListVersion | undefined> => {
      const row = await db
        .selectFrom('large_lists as list')
        .innerJoin('segment_versions as version', (join) =>
          join
            .onRef('version.segment_id', '=', 'list.segment_id')
            .onRef('version.environment_id', '=', 'list.environment_id'),
        )
        .selectAll('version')
        .where('list.id', '=', list as ListId)
        .where('version.version', '=', version)
        .executeTakeFirst()
      return row && toListVersion(row)
    },

    /** The number of hashes that the versions changed, all together. */
    hashesChangedBy: async (ids: readonly SegmentVersionId[]): Promise<number> => {
      if (ids.length === 0) return 0
      const { hashes } = await db
        .selectFrom('segment_versions')
        .where('id', 'in', ids)
        .select(sql<number | string | null>`sum(large_added + large_removed)`.as('hashes'))
        .executeTakeFirstOrThrow()
      return Number(hashes ?? 0)
    },

    /** Tells whether it is a version, and whether one of the last two versions of a list needs its whole parts. */
    useOfWhole: async (id: string): Promise<{ exists: boolean; isNeeded: boolean }> => {
      const own = await db
        .selectFrom('segment_versions')
        .select('id')
        .where('id', '=', id as SegmentVersionId)
        .executeTakeFirst()
      const needing = await db
        .selectFrom('segment_versions as version')
        .select('version.id')
        .where('version.large_base', '=', id as SegmentVersionId)
        .where(
          sql<boolean>`version.version >= (
            select max(latest.version) - 1 from segment_versions as latest
            where latest.segment_id = version.segment_id and latest.environment_id = version.environment_id
          )`,
        )
        .limit(1)
        .executeTakeFirst()
      return { exists: own !== undefined, isNeeded: needing !== undefined }
    },

    list: async (place: SegmentPlace, paging: Paging): Promise<Page<HistoricListVersion>> =>
      pageOf(await at(place).selectAll().$call(newestFirst(paging)).execute(), paging, toHistoricList),

    /** The latest lists of large segments that are not archived, in an environment. */
    latestIn: async (
      environmentId: EnvironmentId,
    ): Promise<{ segmentId: SegmentId; keepIds: boolean; latest: ListVersion }[]> => {
      const rows = await db
        .selectFrom('segments as segment')
        .innerJoin('environments as environment', 'environment.project_id', 'segment.project_id')
        .innerJoin('segment_versions as latest', (join) => join.on(isLatestOfSegment))
        .where('environment.id', '=', environmentId)
        .where('segment.archived_us', 'is', null)
        .where('latest.large', 'is not', null)
        .selectAll('latest')
        .select('segment.keep_ids')
        .execute()
      return rows.map((row) => ({
        segmentId: row.segment_id,
        keepIds: Boolean(row.keep_ids),
        latest: toListVersion(row) as ListVersion,
      }))
    },

    /** Appends a version like a config's; the parts of its list are written separately. */
    append: async (version: NewListVersion, atUs: number): Promise<HistoricListVersion> => {
      const {
        id,
        segmentId,
        environmentId,
        large,
        chain,
        added,
        removed,
        createdBy,
        proposalId,
        comment = null,
      } = version
      const row = await db
        .insertInto('segment_versions')
        .values({
          id,
          segment_id: segmentId,
          environment_id: environmentId,
          version: large.version,
          created_by: createdBy,
          proposal_id: proposalId,
          comment,
          cost: version.cost,
          included_count: 0,
          excluded_count: 0,
          // A release that knows no lists cannot read this and answers ERROR; an empty config would mean nobody.
          rules: JSON.stringify([{ large: large.list }]),
          included: '[]',
          excluded: '[]',
          large: JSON.stringify(large),
          large_chain: JSON.stringify(chain),
          large_base: chain[0],
          large_added: added,
          large_removed: removed,
          created_us: laterThan(access, at(version), atUs),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toHistoricList(row)
    },
  }
}

type Row = Selectable<Schema['segment_versions']>

const listIn = (large: string): LargeList => JSON.parse(large)

const toListVersion = ({ id, large, large_chain, large_added, large_removed }: Row): ListVersion | undefined =>
  large === null || large_chain === null
    ? undefined
    : {
        id,
        large: listIn(large),
        chain: JSON.parse(large_chain),
        added: large_added ?? 0,
        removed: large_removed ?? 0,
      }

const toHistoricList = (row: Row): HistoricListVersion => ({
  id: row.id,
  version: row.version,
  size: row.large === null ? 0 : listIn(row.large).size,
  createdAt: isoTime(row.created_us),
  added: row.large_added ?? 0,
  removed: row.large_removed ?? 0,
  createdBy: row.created_by,
  proposalId: row.proposal_id,
})
