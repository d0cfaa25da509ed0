import type { EnvironmentId, ProjectId } from '@bunting/contract'
import { costOf, type FlagConfig, type LargeList, type Segment, type SegmentConfig } from '@bunting/engine'
import { sql } from 'kysely'
import { giveTurn } from '../../base/give-turn.ts'
import type { ConfigSource, Graph, Named } from '../../rules/configs/references.ts'
import type { Access } from '../core/access.ts'
import {
  latestBytes,
  latestCost,
  latestId,
  latestSegmentBytes,
  latestSegmentCost,
  latestSegmentId,
  segmentParts,
  unreckonedConfig,
} from '../core/latest.ts'
import { piecesOf, type Sized } from '../core/pieces.ts'
import { prepared } from '../core/prepared.ts'
import { chosen, isInUse, type Needed, needsOf } from './config-references.ts'

/** The most keys per statement: a config may name thousands of keys that do not exist. */
const batch = 1_000

const batches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / batch) }, (_, at) => items.slice(at * batch, (at + 1) * batch))

const findNaming = prepared(({ db }, { environmentId, id }: { environmentId: EnvironmentId; id: Needed }) =>
  db
    .selectFrom('config_references')
    .select('from_id')
    .where('to_id', '=', id)
    .where('environment_id', '=', environmentId)
    .limit(1),
)

/** References between configs of an environment, and their costs. If the environment is locked, they stay as they are. */
export const configGraphTable = (access: Access) => {
  const { db } = access
  /** `self`, its dependents, its new targets, and everything that any of these need. */
  const involving = (environmentId: EnvironmentId, self: Needed, targets: readonly Needed[]) =>
    db
      .withRecursive(
        'dependents',
        () => sql<{ id: Needed }>`(
          select reference.from_id as id from config_references as reference
          where reference.to_id = ${self} and reference.environment_id = ${environmentId} and ${isInUse}
          union
          select reference.from_id as id from dependents as needed
          join config_references as reference on reference.to_id = needed.id
          where reference.environment_id = ${environmentId} and ${isInUse}
        )`,
      )
      .withRecursive(
        'involved',
        () => sql<{ id: Needed }>`(
          select dependents.id from dependents
          union ${chosen([self, ...targets])}
          union ${needsOf('involved', environmentId)}
        )`,
      )

  return {
    /** Finds flags and segments of the project by key, and whether each segment has a version in the environment. */
    findNamed: async (
      place: { projectId: ProjectId; environmentId: EnvironmentId },
      keys: { segments: readonly string[]; flags: readonly string[] },
    ): Promise<Named> => {
      const segments: Named['segments'] = new Map()
      for (const some of batches(keys.segments)) {
        const rows = await db
          .selectFrom('segments as segment')
          .leftJoin('segment_versions as first', (join) =>
            join
              .onRef('first.segment_id', '=', 'segment.id')
              .on('first.environment_id', '=', place.environmentId)
              .on('first.version', '=', 1),
          )
          .select(['segment.id', 'segment.key', 'segment.archived_us', 'first.version'])
          .where('segment.project_id', '=', place.projectId)
          .where('segment.key', 'in', some)
          .execute()
        for (const { id, key, archived_us, version } of rows) {
          segments.set(key, { id, isArchived: archived_us !== null, hasVersion: version !== null })
        }
      }
      const flags: Named['flags'] = new Map()
      for (const some of batches(keys.flags)) {
        const rows = await db
          .selectFrom('flags')
          .select(['id', 'key', 'type', 'archived_us'])
          .where('project_id', '=', place.projectId)
          .where('key', 'in', some)
          .execute()
        for (const { id, key, type, archived_us } of rows)
          flags.set(key, { id, type, isArchived: archived_us !== null })
      }
      return { segments, flags }
    },

    around: async (environmentId: EnvironmentId, self: Needed, targets: readonly Needed[]): Promise<Graph> => {
      // Most flags have no references in either direction, and checking that is far cheaper than the recursive query.
      if (targets.length === 0 && (await findNaming(access, { environmentId, id: self })).length === 0) return new Map()
      const nodes = await involving(environmentId, self, targets)
        .selectFrom('involved')
        .innerJoin('environments as environment', (join) => join.on('environment.id', '=', environmentId))
        .leftJoin('flags as flag', 'flag.id', 'involved.id')
        .leftJoin('segments as segment', 'segment.id', 'involved.id')
        .select(['involved.id', 'flag.key as flagKey', 'segment.key as segmentKey'])
        .select([latestCost.as('cost'), latestSegmentCost.as('segmentCost'), unreckonedConfig.as('config')])
        .execute()
      const graph: Graph = new Map(
        nodes.map(({ id, flagKey, segmentKey, cost, segmentCost, config }) => [
          id,
          {
            name: flagKey === null ? `the segment ${segmentKey}` : `the flag ${flagKey}`,
            cost: cost ?? segmentCost ?? (config === null ? 0 : costOf(JSON.parse(config) as FlagConfig)),
            needs: [],
          },
        ]),
      )
      if (graph.size <= 1) return graph
      const edges = await involving(environmentId, self, targets)
        .selectFrom('involved')
        .innerJoin('config_references as reference', 'reference.from_id', 'involved.id')
        .select(['reference.from_id as from', 'reference.to_id as to'])
        .where('reference.environment_id', '=', environmentId)
        .execute()
      for (const { from, to } of edges) graph.get(from)?.needs.push(to)
      return graph
    },

    /**
     * Reads these configs and all that they need in the environment, from one point in time: first it finds the
     * versions, then it reads those in pieces, and lets other requests run in between.
     */
    readSource: async (environmentId: EnvironmentId, roots: readonly Needed[]): Promise<ConfigSource> => {
      const source: ConfigSource = { flags: new Map(), segments: new Map() }
      if (roots.length === 0) return source
      const rows = await db
        .withRecursive(
          'needed',
          () => sql<{ id: Needed }>`(${chosen(roots)} union ${needsOf('needed', environmentId)})`,
        )
        .selectFrom('needed')
        .innerJoin('environments as environment', (join) => join.on('environment.id', '=', environmentId))
        .leftJoin('flags as flag', 'flag.id', 'needed.id')
        .leftJoin('segments as segment', 'segment.id', 'needed.id')
        .select(['flag.key as flagKey', 'flag.type', 'segment.key as segmentKey', 'segment.unit'])
        .select([latestId.as('flagVersion'), latestBytes.as('flagBytes')])
        .select([latestSegmentId.as('segmentVersion'), latestSegmentBytes.as('segmentBytes')])
        .where('flag.archived_us', 'is', null)
        .where('segment.archived_us', 'is', null)
        .execute()
      const flags = rows.flatMap(({ flagKey: key, type, flagVersion: id, flagBytes: bytes }) =>
        key && type && id ? [{ key, type, id, bytes }] : [],
      )
      const flagConfigs = await readInPieces(flags, (ids) =>
        db.selectFrom('flag_versions').select(['id', 'config']).where('id', 'in', ids).execute(),
      )
      for (const { id, key, type } of flags) {
        const config = flagConfigs.get(id)
        if (config) source.flags.set(key, { type, config: config as FlagConfig })
      }
      const segments = rows.flatMap(({ segmentKey: key, unit, segmentVersion: id, segmentBytes: bytes }) =>
        key && id ? [{ key, unit, id, bytes }] : [],
      )
      const segmentConfigs = await readInPieces(segments, (ids) =>
        db
          .selectFrom('segment_versions as version')
          .select(['id', segmentParts.as('config')])
          .where('id', 'in', ids)
          .execute(),
      )
      for (const { id, key, unit } of segments) {
        const config = segmentConfigs.get(id)
        if (config) source.segments.set(key, segmentOf(unit, config as SegmentConfig | LargeList))
      }
      return source
    },
  }
}

const segmentOf = (unit: string | null, config: SegmentConfig | LargeList): Segment =>
  'list' in config ? { unit, large: config } : { unit, config }

const readInPieces = async <Id>(
  versions: readonly Sized<Id>[],
  read: (ids: Id[]) => Promise<{ id: Id; config: string }[]>,
): Promise<ReadonlyMap<Id, unknown>> => {
  const configs = new Map<Id, unknown>()
  for (const [at, ids] of piecesOf(versions).entries()) {
    if (at > 0) await giveTurn()
    for (const { id, config } of await read(ids)) configs.set(id, JSON.parse(config))
  }
  return configs
}
