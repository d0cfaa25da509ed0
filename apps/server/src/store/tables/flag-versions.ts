import type {
  EnvironmentId,
  FlagId,
  FlagVersion,
  FlagVersionId,
  HistoricFlagVersion,
  OrganizationId,
  Page,
  Paging,
  PlacedFlagVersion,
  ScheduleId,
} from '@bunting/contract'
import type { FlagConfig, FlagType } from '@bunting/engine'
import { type Insertable, sql } from 'kysely'
import type { LastChange } from '../audit/log.ts'
import { replaceReferences } from '../bundles/config-references.ts'
import type { Access } from '../core/access.ts'
import { isLatest } from '../core/latest.ts'
import { newestFirst, pageLength, pageOf } from '../core/list.ts'
import { isAmong, type Many, manyOf, prepared, theOne } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'
import { copyFlagVersions } from './copy-flag-versions.ts'
import { shownConfig, toFlagVersion, toHistoric } from './flag-version-row.ts'
import { listEverywhere } from './flag-versions-everywhere.ts'
import { type Appended, columnsOf, laterThan, type NewVersion } from './versions.ts'

export type FlagRef = { flagId: FlagId; environmentId: EnvironmentId }

export type NewFlagVersion = FlagRef &
  NewVersion<FlagConfig> & { id: FlagVersionId; scheduleId?: ScheduleId | undefined }

export type ActiveConfig = {
  orgId: OrganizationId
  project: string
  environment: string
  flagKey: string
  type: FlagType
  config: FlagConfig
}

const versionsAt = ({ db }: Access, { flagId, environmentId }: FlagRef) =>
  db.selectFrom('flag_versions').selectAll().where('flag_id', '=', flagId).where('environment_id', '=', environmentId)

type NewRow = Required<Omit<Insertable<Schema['flag_versions']>, 'created_us'>> & { at_us: number }

const rowOf = (version: NewFlagVersion, atUs: number): NewRow => ({
  ...columnsOf(version),
  id: version.id,
  flag_id: version.flagId,
  config: JSON.stringify(version.config),
  schedule_id: version.scheduleId ?? null,
  emergency: version.emergency ?? false,
  at_us: atUs,
})

const placed = (access: Access, { at_us, ...row }: NewRow) => {
  const before = versionsAt(access, { flagId: row.flag_id, environmentId: row.environment_id })
  return { ...row, created_us: laterThan(access, before, at_us) }
}

/** The number of flags read first: those of a whole page could be more than fits into memory. */
const firstRead = 20

const findLatest = prepared((access, place: FlagRef) => versionsAt(access, place).orderBy('version', 'desc').limit(1))

const findLatestOf = prepared((access, { flagIds }: { flagIds: Many }) =>
  access.db
    .selectFrom('flags as flag')
    .innerJoin('environments as environment', 'environment.project_id', 'flag.project_id')
    .innerJoin('flag_versions as latest', (join) => join.on(isLatest))
    .where(isAmong(access, 'flag.id', flagIds))
    .select(['latest.id', 'latest.flag_id', 'latest.environment_id', 'latest.version', 'latest.config'])
    .select('latest.created_us'),
)

const insertVersion = prepared((access, row: NewRow) =>
  access.db.insertInto('flag_versions').values(placed(access, row)).returningAll(),
)

export const flagVersionsTable = (access: Access) => {
  const { db, kept } = access
  const at = (place: FlagRef) => versionsAt(access, place)

  return {
    latest: async (place: FlagRef): Promise<FlagVersion | undefined> => {
      const [row] = await findLatest(access, place)
      return row && toFlagVersion(row)
    },

    /** The latest version of each of these flags in one environment. */
    latestIn: async (environmentId: EnvironmentId, flagIds: readonly FlagId[]): Promise<Map<FlagId, FlagVersion>> => {
      if (flagIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('flags as flag')
        .innerJoin('environments as environment', 'environment.project_id', 'flag.project_id')
        .innerJoin('flag_versions as latest', (join) => join.on(isLatest))
        .where('flag.id', 'in', flagIds)
        .where('environment.id', '=', environmentId)
        .selectAll('latest')
        .execute()
      return new Map(rows.map((row) => [row.flag_id, toFlagVersion(row)]))
    },

    find: async (place: FlagRef, version: number): Promise<HistoricFlagVersion | undefined> => {
      const row = await at(place).where('version', '=', version).executeTakeFirst()
      return row && toHistoric(row)
    },

    list: async (place: FlagRef, paging: Paging): Promise<Page<HistoricFlagVersion>> => {
      const rows = await at(place).$call(newestFirst(paging)).execute()
      return pageOf(rows, paging, toHistoric)
    },

    listEverywhere: (flagId: FlagId, paging: Paging): Promise<Page<PlacedFlagVersion>> =>
      listEverywhere(access, flagId, paging),

    /** The environments in which the flag has a config. */
    environmentsOf: async (flagId: FlagId): Promise<EnvironmentId[]> => {
      const query = db.selectFrom('flag_versions').select('environment_id').where('flag_id', '=', flagId)
      return (await query.where('version', '=', 1).execute()).map((row) => row.environment_id)
    },

    /** The latest version of each flag in each environment, for as many of the first flags as fit on a page. */
    latestOf: async (flagIds: readonly FlagId[]): Promise<Map<FlagId, Record<EnvironmentId, FlagVersion>>> => {
      const byFlag = new Map<FlagId, Record<EnvironmentId, FlagVersion>>()
      if (flagIds.length === 0) return byFlag
      let length = 0
      for (let at = 0, count = firstRead; at < flagIds.length; at += count) {
        // The first ones show how many of the others can safely be read at once.
        if (at > 0) count = Math.max(1, Math.floor((pageLength - length) / Math.max(1, length / at)))
        const ids = flagIds.slice(at, at + count)
        const rows = Map.groupBy(await findLatestOf(access, { flagIds: manyOf(access, ids) }), (row) => row.flag_id)
        for (const id of ids) {
          const own = rows.get(id) ?? []
          for (const { config } of own) length += config.length
          if (length > pageLength && byFlag.size > 0) return byFlag
          byFlag.set(id, Object.fromEntries(own.map((row) => [row.environment_id, toFlagVersion(row, shownConfig)])))
        }
      }
      return byFlag
    },

    /**
     * The active configs of the next flags by id, a batch at a time. Only those that can be expensive to evaluate: long
     * ones, and those with a pattern.
     */
    dearAfter: async (after: string, limit: number): Promise<{ last: FlagId | undefined; configs: ActiveConfig[] }> => {
      const batch = db
        .selectFrom('flags')
        .select('id')
        .where('id', '>', after as FlagId)
        .where('archived_us', 'is', null)
      const ids = (await batch.orderBy('id').limit(limit).execute()).map(({ id }) => id)
      if (ids.length === 0) return { last: undefined, configs: [] }
      const rows = await db
        .selectFrom('flags as flag')
        .innerJoin('projects as project', 'project.id', 'flag.project_id')
        .innerJoin('environments as environment', 'environment.project_id', 'flag.project_id')
        .innerJoin('flag_versions as latest', (join) => join.on(isLatest))
        .where('flag.id', 'in', ids)
        .where(sql<boolean>`(length(latest.config) > 10000 or latest.config like '%"regex"%')`)
        .select(['flag.org_id as orgId', 'project.slug as project', 'environment.slug as environment'])
        .select(['flag.key as flagKey', 'flag.type', 'latest.config'])
        .execute()
      return {
        last: ids.at(-1),
        configs: rows.map((row) => ({ ...row, config: JSON.parse(row.config) as FlagConfig })),
      }
    },

    /** The actor and the time of the latest version of each flag in each environment. */
    lastOf: async (flagIds: readonly FlagId[]): Promise<Map<string, LastChange[]>> => {
      const rows = await db
        .selectFrom('flag_versions as version')
        .select(['version.flag_id as of', 'version.created_by as actorId', 'version.created_us as atUs'])
        .where('version.flag_id', 'in', flagIds)
        .where('version.version', '=', (newest) =>
          newest
            .selectFrom('flag_versions as other')
            .select((row) => row.fn.max('other.version').as('last'))
            .whereRef('other.flag_id', '=', 'version.flag_id')
            .whereRef('other.environment_id', '=', 'version.environment_id'),
        )
        .execute()
      return Map.groupBy(rows, (row) => row.of)
    },

    /** Appends a version; of two writers of the same number, the primary key admits one. Newer versions get later times. */
    append: async (version: NewFlagVersion, atUs: number): Promise<Appended<FlagVersion & FlagRef>> => {
      const inserted = rowOf(version, atUs)
      kept.bytes += inserted.config.length
      const row = theOne(await insertVersion(access, inserted))
      const { flagId, environmentId, needs } = version
      const segments = await replaceReferences(db, environmentId, flagId, needs, row.created_us)
      return { version: { ...toFlagVersion(row), flagId, environmentId }, segments }
    },

    copyLatest: copyFlagVersions(access),

    /** Appends a version to each of several flags, in one statement. The caller writes their references. */
    appendAll: async (versions: readonly NewFlagVersion[], atUs: number): Promise<void> => {
      if (versions.length === 0) return
      const rows = versions.map((version) => rowOf(version, atUs))
      for (const { config } of rows) kept.bytes += config.length
      const values = rows.map((row) => placed(access, row))
      await db.insertInto('flag_versions').values(values).execute()
    },
  }
}
