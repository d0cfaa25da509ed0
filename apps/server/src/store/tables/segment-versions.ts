import type {
  ActorId,
  EnvironmentId,
  HistoricListVersion,
  HistoricSegmentVersion,
  LatestSegmentVersion,
  ListedSegmentVersion,
  ListId,
  Page,
  Paging,
  SegmentId,
  SegmentVersion,
  SegmentVersionId,
} from '@bunting/contract'
import type { LargeList, SegmentConfig } from '@bunting/engine'
import { type Selectable, sql } from 'kysely'
import { giveTurn } from '../../base/give-turn.ts'
import { replaceReferences } from '../bundles/config-references.ts'
import type { Access } from '../core/access.ts'
import { isLatestOfSegment, latestSegmentBytes } from '../core/latest.ts'
import { fitting, isoTime, newestFirst, pageOf } from '../core/list.ts'
import { piecesOf } from '../core/pieces.ts'
import { prepared } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'
import { copiedRows, copyInPieces } from './copy-in-pieces.ts'
import { type Appended, columnsOf, laterThan, type NewVersion } from './versions.ts'

export type SegmentPlace = { segmentId: SegmentId; environmentId: EnvironmentId }

export type NewSegmentVersion = SegmentPlace & NewVersion<SegmentConfig> & { id: SegmentVersionId }

/** Of a list that was copied, these are versions of the other list. */
type ListChain = readonly [whole: SegmentVersionId, ...changes: SegmentVersionId[]]

/** A version of a large segment: the list, the versions whose parts it is made of, and how much it changed. */
export type ListVersion = { id: SegmentVersionId; large: LargeList; chain: ListChain; added: number; removed: number }

export type NewListVersion = SegmentPlace &
  Omit<NewVersion<SegmentConfig>, 'config' | 'needs'> &
  ListVersion & { cost: number }

const insertCopies = prepared(
  (access, { to, createdBy, atUs, rows }: { to: EnvironmentId; createdBy: ActorId; atUs: number; rows: string }) => sql`
    insert into segment_versions (
      id, segment_id, environment_id, version, created_by, created_us,
      cost, included_count, excluded_count, rules, included, excluded
    )
    select copy.new_id, segment_id, ${to}, 1, ${createdBy}, cast(${atUs} as bigint),
      cost, included_count, excluded_count, rules, included, excluded
    from ${copiedRows(access, rows)} as copy join segment_versions as version on version.id = copy.id`,
)

const withoutLists = [
  'latest.id',
  'latest.segment_id',
  'latest.environment_id',
  'latest.version',
  'latest.included_count',
  'latest.excluded_count',
  'latest.rules',
  'latest.created_us',
  'latest.large',
] as const

export const segmentVersionsTable = (access: Access) => {
  const { db, kept } = access
  const at = ({ segmentId, environmentId }: SegmentPlace) =>
    db.selectFrom('segment_versions').where('segment_id', '=', segmentId).where('environment_id', '=', environmentId)

  /** The latest version of each segment in each environment. */
  const latest = (segmentIds: readonly SegmentId[]) =>
    db
      .selectFrom('segments as segment')
      .innerJoin('environments as environment', 'environment.project_id', 'segment.project_id')
      .innerJoin('segment_versions as latest', (join) => join.on(isLatestOfSegment))
      .where('segment.id', 'in', segmentIds)

  return {
    latest: async (place: SegmentPlace): Promise<SegmentVersion | undefined> => {
      const row = await at(place).selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
      return row && toSegmentVersion(row)
    },

    /** Its number; 0 where there is none. */
    latestNumber: async (place: SegmentPlace): Promise<number> =>
      (await at(place).select('version').orderBy('version', 'desc').limit(1).executeTakeFirst())?.version ?? 0,

    find: async (place: SegmentPlace, version: number): Promise<HistoricSegmentVersion | undefined> => {
      const row = await at(place).selectAll().where('version', '=', version).executeTakeFirst()
      return row && toHistoric(row)
    },

    list: async (place: SegmentPlace, paging: Paging): Promise<Page<HistoricSegmentVersion>> => {
      const length = sql<number>`length(included) + length(excluded) + length(rules)`.as('length')
      const lengths = await at(place).select(length).$call(newestFirst(paging)).execute()
      const page = { ...paging, limit: fitting(paging, lengths) }
      const rows = await at(place).selectAll().$call(newestFirst(page)).execute()
      return pageOf(rows, page, toHistoric)
    },

    /** In every environment: too much to be read in one turn. */
    latestOf: async (segmentId: SegmentId): Promise<Record<EnvironmentId, LatestSegmentVersion>> => {
      const versions: Record<EnvironmentId, LatestSegmentVersion> = {}
      const found = await latest([segmentId])
        .select(['latest.id', latestSegmentBytes.as('bytes')])
        .execute()
      for (const ids of piecesOf(found)) {
        await giveTurn()
        for (const row of await db.selectFrom('segment_versions').selectAll().where('id', 'in', ids).execute()) {
          versions[row.environment_id] = toLarge(row) ?? toSegmentVersion(row)
        }
      }
      return versions
    },

    /** Of several segments, without reading their lists. */
    latestListed: async (
      segmentIds: readonly SegmentId[],
    ): Promise<Map<SegmentId, Record<EnvironmentId, ListedSegmentVersion>>> => {
      const bySegment = new Map(segmentIds.map((id) => [id, {} as Record<EnvironmentId, ListedSegmentVersion>]))
      if (segmentIds.length === 0) return bySegment
      for (const row of await latest(segmentIds).select(withoutLists).execute()) {
        const versions = bySegment.get(row.segment_id)
        if (versions) versions[row.environment_id] = toLarge(row) ?? toListed(row)
      }
      return bySegment
    },

    /**
     * The latest version of each segment that is not archived, as the first in an environment that has none; so many.
     * By the database alone: the lists of all segments together may be larger than memory.
     */
    copyLatest: async (
      { from, to, createdBy }: { from: EnvironmentId; to: EnvironmentId; createdBy: ActorId },
      newId: () => SegmentVersionId,
      atUs: number,
    ): Promise<number> => {
      const found = await db
        .selectFrom('segments as segment')
        .innerJoin('environments as environment', 'environment.project_id', 'segment.project_id')
        .innerJoin('segment_versions as latest', (join) => join.on(isLatestOfSegment))
        .where('environment.id', '=', from)
        .where('segment.archived_us', 'is', null)
        .where('latest.large', 'is', null)
        .select(['latest.id', latestSegmentBytes.as('bytes')])
        .execute()
      for (const { bytes } of found) kept.bytes += bytes ?? 0
      await copyInPieces(found, newId, (rows) => insertCopies(access, { to, createdBy, atUs, rows }))
      return found.length
    },

    /** Of a large segment, or undefined where nothing was uploaded yet. */
    latestList: async (place: SegmentPlace): Promise<ListVersion | undefined> => {
      const row = await at(place).selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
      return row && toListVersion(row)
    },

    findList: async (place: SegmentPlace, version: number): Promise<ListVersion | undefined> => {
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

    /** How many hashes the versions changed together. */
    hashesChangedBy: async (ids: readonly SegmentVersionId[]): Promise<number> => {
      if (ids.length === 0) return 0
      const { hashes } = await db
        .selectFrom('segment_versions')
        .where('id', 'in', ids)
        .select(sql<number | string | null>`sum(large_added + large_removed)`.as('hashes'))
        .executeTakeFirstOrThrow()
      return Number(hashes ?? 0)
    },

    /** Whether it is a version, and whether one of the last two of a list needs its whole parts. */
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

    listsOf: async (place: SegmentPlace, paging: Paging): Promise<Page<HistoricListVersion>> =>
      pageOf(await at(place).selectAll().$call(newestFirst(paging)).execute(), paging, toHistoricList),

    /** The latest lists of large segments that are not archived, in an environment. */
    largeIn: async (
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

    /** As a config is appended; the parts of its list are written beside. */
    appendLarge: async (version: NewListVersion, atUs: number): Promise<HistoricListVersion> => {
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
          // What a release that knows no lists cannot read: it answers ERROR, where an empty config would be nobody.
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

    /** The series' primary key lets one of two writers of a version through. Newer versions come later in the list. */
    append: async (version: NewSegmentVersion, atUs: number): Promise<Appended<SegmentVersion & SegmentPlace>> => {
      const { id, segmentId, environmentId, config, needs } = version
      const parts = {
        rules: JSON.stringify(config.rules),
        included: JSON.stringify(config.included),
        excluded: JSON.stringify(config.excluded),
      }
      for (const part of Object.values(parts)) kept.bytes += part.length
      const { created_us } = await db
        .insertInto('segment_versions')
        .values({
          ...columnsOf(version),
          ...parts,
          id,
          segment_id: segmentId,
          included_count: config.included.length,
          excluded_count: config.excluded.length,
          created_us: laterThan(access, at(version), atUs),
        })
        .returning('created_us')
        .executeTakeFirstOrThrow()
      const segments = await replaceReferences(db, environmentId, segmentId, needs, created_us)
      const made = { id, segmentId, environmentId, version: config.version, config, createdAt: isoTime(created_us) }
      return { version: made, segments }
    },
  }
}

type Row = Selectable<Schema['segment_versions']>
type LargeRow = Pick<Row, 'id' | 'version' | 'large' | 'created_us'>

const listIn = (large: string): LargeList => JSON.parse(large)

/** Undefined where it has a config. */
const toLarge = ({
  id,
  version,
  large,
  created_us,
}: LargeRow): { id: SegmentVersionId; version: number; size: number; createdAt: string } | undefined =>
  large === null ? undefined : { id, version, size: listIn(large).size, createdAt: isoTime(created_us) }

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

type ListedRow = Pick<Row, 'id' | 'version' | 'included_count' | 'excluded_count' | 'rules' | 'created_us'>

const toSegmentVersion = (row: Row): SegmentVersion => ({
  id: row.id,
  version: row.version,
  config: {
    version: row.version,
    included: JSON.parse(row.included),
    excluded: JSON.parse(row.excluded),
    rules: JSON.parse(row.rules),
  },
  createdAt: isoTime(row.created_us),
})

const toListed = (row: ListedRow): ListedSegmentVersion => ({
  id: row.id,
  version: row.version,
  config: {
    version: row.version,
    includedCount: row.included_count,
    excludedCount: row.excluded_count,
    rules: JSON.parse(row.rules),
  },
  createdAt: isoTime(row.created_us),
})

const toHistoric = (row: Row): HistoricSegmentVersion => ({
  ...toSegmentVersion(row),
  createdBy: row.created_by,
  proposalId: row.proposal_id,
  ...(row.comment === null ? {} : { comment: row.comment }),
})
