import type { FlagVersionId, SegmentVersionId } from '@bunting/contract'
import { sql } from 'kysely'

/** A segment's config is stored in parts, so that its lists need not be read with the rest. */
const columns = {
  id: 'version.id',
  cost: 'version.cost',
  config: 'version.config',
  // Of a large one the list, as bundles name it.
  parts: `case when version.large is not null then version.large else '{"version":' || version.version || ',"included":' || version.included || ',"excluded":' || version.excluded
    || ',"rules":' || version.rules || '}' end`,
  bytes: 'octet_length(version.config)',
  partsBytes: 'octet_length(version.included) + octet_length(version.excluded) + octet_length(version.rules)',
}

/** The config of the segment's `version`, as JSON. */
export const segmentParts = sql<string>`${sql.raw(columns.parts)}`

const latest = (of: 'flag' | 'segment', column: keyof typeof columns) => sql`(
  select ${sql.raw(columns[column])} from ${sql.raw(of)}_versions as version
  where version.${sql.raw(of)}_id = ${sql.raw(of)}.id and version.environment_id = environment.id
  order by version.version desc limit 1
)`

/**
 * Joins `flag` and `environment` with the flag's `latest` version in that environment. Joins by the version's id alone:
 * given the flag as well, PostgreSQL reads every version that the flag ever had.
 */
export const isLatest = sql<boolean>`latest.id = ${latest('flag', 'id')}`

/** The same for `segment`. */
export const isLatestOfSegment = sql<boolean>`latest.id = ${latest('segment', 'id')}`

/** The cost of the latest version by itself. Old versions of flags store none: then `unreckonedConfig` is their config. */
export const latestCost = latest('flag', 'cost') as ReturnType<typeof sql<number | null>>
export const latestSegmentCost = latest('segment', 'cost') as ReturnType<typeof sql<number | null>>
export const unreckonedConfig = sql<string | null>`case when ${latestCost} is null then ${latest('flag', 'config')} end`

/** For the many flags of a bundle: one look-up per flag, since a join makes PostgreSQL read all versions of all flags. */
export const latestConfig = latest('flag', 'config') as ReturnType<typeof sql<string | null>>
export const latestSegmentConfig = latest('segment', 'parts') as ReturnType<typeof sql<string | null>>

/** The ids of the latest versions, whose configs can then be read separately, since a version never changes. */
export const latestId = latest('flag', 'id') as ReturnType<typeof sql<FlagVersionId | null>>
export const latestSegmentId = latest('segment', 'id') as ReturnType<typeof sql<SegmentVersionId | null>>

/** Whether that is a list, and no config. */
export const isLargeList = (config: string): boolean => config.startsWith('{"list":')

/** The length of the latest configs, without reading them. */
export const latestBytes = latest('flag', 'bytes') as ReturnType<typeof sql<number | null>>
export const latestSegmentBytes = latest('segment', 'partsBytes') as ReturnType<typeof sql<number | null>>
