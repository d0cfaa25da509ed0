import type { EnvironmentId, FlagId, Page, Paging, SegmentId } from '@bunting/contract'
import { type Kysely, sql } from 'kysely'
import type { Access } from '../core/access.ts'
import { pageOf } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'
import type { Name } from './changes.ts'
import { onlySegments, segmentsBelow } from './segments-below.ts'

/** A flag or a segment that others can name. */
export type Needed = FlagId | SegmentId

/** The ids that a config references; 'as before' if they are those of the previous version. */
export type Needs = readonly Needed[] | 'as before'

/** A flag or segment that references another one, and the environment in which it does. */
export type Usage = { environmentId: EnvironmentId; environment: string; flagKey?: string; segmentKey?: string }

/** A flag that needs another flag, and the environment in which it does. */
type Dependent = { environmentId: EnvironmentId; flagId: FlagId; flagKey: string; name: string }

/**
 * Replaces the references of the active version of a flag or segment. Each reference gets a unique time (`created_us`),
 * by which the list of what references a target is paged; the constraint keeps writers of different environments from
 * taking the same one. Returns the segments that flags may need since, or no longer; undefined if those are too many.
 */
export const replaceReferences = async (
  db: Kysely<Schema>,
  environmentId: EnvironmentId,
  from: Needed,
  needs: Needs,
  atUs: number,
): Promise<readonly Name[] | undefined> => {
  if (needs === 'as before') return []
  const before = await db
    .deleteFrom('config_references')
    .where('from_id', '=', from)
    .where('environment_id', '=', environmentId)
    .returning('to_id')
    .execute()
  const moved = new Set(before.map(({ to_id }) => to_id)).symmetricDifference(new Set(needs))
  let left = [...new Set(needs)].sort()
  for (let created_us = atUs; left.length > 0; created_us++) {
    const placed = new Set<Needed>()
    for (let at = 0; at < left.length; at += batch) {
      const rows = left.slice(at, at + batch).map((to_id) => ({ environment_id: environmentId, from_id: from, to_id }))
      const inserted = await db
        .insertInto('config_references')
        .values(rows.map((row) => ({ ...row, created_us })))
        .onConflict((conflict) => conflict.columns(['to_id', 'created_us']).doNothing())
        .returning('to_id')
        .execute()
      for (const { to_id } of inserted) placed.add(to_id)
    }
    left = left.filter((id) => !placed.has(id))
  }
  return (await segmentsBelow(db, [environmentId], onlySegments(moved)))?.get(environmentId)
}

type Reference = { from_id: Needed; to_id: Needed }

/** Inserts references, with consecutive times for the same target. Skips taken times; returns the inserted references. */
const placeEach = async (
  db: Kysely<Schema>,
  environment_id: EnvironmentId,
  references: readonly Reference[],
  firstUs: number,
): Promise<Set<string>> => {
  const counts = new Map<Needed, number>()
  const rows = references.map(({ from_id, to_id }) => {
    const before = counts.get(to_id) ?? 0
    counts.set(to_id, before + 1)
    return { environment_id, from_id, to_id, created_us: firstUs + before }
  })
  const placed = new Set<string>()
  for (let at = 0; at < rows.length; at += batch) {
    const inserted = await db
      .insertInto('config_references')
      .values(rows.slice(at, at + batch))
      .onConflict((conflict) => conflict.columns(['to_id', 'created_us']).doNothing())
      .returning(['from_id', 'to_id'])
      .execute()
    for (const { from_id, to_id } of inserted) placed.add(`${from_id} ${to_id}`)
  }
  return placed
}

/** The most rows per statement: databases limit its parameters. */
const batch = 1_000

/** References from archived flags and segments do not count: those are served to nobody. */
export const isInUse = sql<boolean>`not exists (
  select 1 from flags where flags.id = reference.from_id and flags.archived_us is not null
) and not exists (
  select 1 from segments where segments.id = reference.from_id and segments.archived_us is not null
)`

type Ids = { id: Needed }

/** Selects flags and segments by their ids, of which there must be at least one. */
export const chosen = (ids: readonly Needed[]) => sql<Ids>`
  select flags.id from flags where flags.id in (${sql.join(ids)})
  union select segments.id from segments where segments.id in (${sql.join(ids)})`

/** A recursive step: the targets that the ids found so far reference in the environment. */
export const needsOf = (found: 'needed' | 'involved', environmentId: EnvironmentId) => sql<Ids>`
  select reference.to_id as id from ${sql.table(found)} as needing
  join config_references as reference on reference.from_id = needing.id
  where reference.environment_id = ${environmentId}`

export const configReferencesTable = ({ db }: Access) => {
  const usages = (id: Needed) =>
    db
      .selectFrom('config_references as reference')
      .innerJoin('environments as environment', 'environment.id', 'reference.environment_id')
      .leftJoin('flags as flag', 'flag.id', 'reference.from_id')
      .leftJoin('segments as segment', 'segment.id', 'reference.from_id')
      .select(['reference.environment_id as environmentId', 'environment.slug as environment'])
      .select(['flag.key as flagKey', 'segment.key as segmentKey', 'reference.created_us'])
      .where('reference.to_id', '=', id)
      .where(isInUse)
      .orderBy('reference.created_us', 'desc')

  return {
    /** The segments that a flag or segment needs, in each environment; undefined if those are too many. */
    segmentsBelow: (environmentIds: readonly EnvironmentId[], id: Needed) => segmentsBelow(db, environmentIds, [id]),

    /** Copies the references of an environment to another one that has the same active versions. */
    copy: async (from: EnvironmentId, to: EnvironmentId, atUs: number): Promise<void> => {
      let left = await db
        .selectFrom('config_references as reference')
        .select(['from_id', 'to_id'])
        .where('environment_id', '=', from)
        .where(isInUse)
        .orderBy('created_us')
        .execute()
      for (let firstUs = atUs; left.length > 0; firstUs++) {
        const placed = await placeEach(db, to, left, firstUs)
        left = left.filter(({ from_id, to_id }) => !placed.has(`${from_id} ${to_id}`))
      }
    },

    /** The flags that need a flag. */
    listDependents: async (id: FlagId, paging: Paging): Promise<Page<Dependent>> => {
      const { cursor, limit } = paging
      const rows = await db
        .selectFrom('config_references as reference')
        .innerJoin('flags as flag', 'flag.id', 'reference.from_id')
        .select(['reference.environment_id as environmentId', 'reference.created_us'])
        .select(['flag.id as flagId', 'flag.key as flagKey', 'flag.name'])
        .where('reference.to_id', '=', id)
        .where(isInUse)
        .$if(cursor !== undefined, (query) => query.where('reference.created_us', '<', cursor as number))
        .orderBy('reference.created_us', 'desc')
        .limit(limit + 1)
        .execute()
      return pageOf(rows, paging, ({ created_us: _, ...dependent }) => dependent)
    },

    /** The flags and segments whose active versions reference the id, in any environment, newest first. */
    listUsages: async (id: Needed, paging: Paging): Promise<Page<Usage>> => {
      const { cursor, limit } = paging
      const rows = await usages(id)
        .$if(cursor !== undefined, (query) => query.where('reference.created_us', '<', cursor as number))
        .limit(limit + 1)
        .execute()
      return pageOf(rows, paging, ({ environmentId, environment, flagKey, segmentKey }) => ({
        environmentId,
        environment,
        ...(flagKey === null ? {} : { flagKey }),
        ...(segmentKey === null ? {} : { segmentKey }),
      }))
    },
  }
}
