import type {
  ActorId,
  EnvironmentId,
  HistoricSegmentVersion,
  LatestSegmentVersion,
  ListedSegmentVersion,
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

    /** The number of the latest version; 0 if there is none. */
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

    /** The latest versions in every environment: too large to be read in one turn of the event loop. */
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

    /** The latest versions of several segments, without their lists. */
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
     * Copies the latest version of each active segment to an environment that has none, and returns how many. The
     * database copies them by itself: the lists of all segments together may be larger than memory.
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

    /** Appends a version; of two writers of the same number, the primary key admits one. Newer versions get later times. */
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

const sizeIn = (large: string): number => (JSON.parse(large) as LargeList).size

/** Undefined where it has a config. */
const toLarge = ({
  id,
  version,
  large,
  created_us,
}: LargeRow): { id: SegmentVersionId; version: number; size: number; createdAt: string } | undefined =>
  large === null ? undefined : { id, version, size: sizeIn(large), createdAt: isoTime(created_us) }

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
