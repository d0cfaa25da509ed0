import type { EnvironmentId } from '@bunting/contract'
import type { FlagType } from '@bunting/engine'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Access } from '../core/access.ts'
import { latestConfig, latestSegmentConfig } from '../core/latest.ts'
import { isAmong, type Many, manyOf, prepared } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'
import { type Changes, changesIn, type Name, namesSince } from './changes.ts'
import { isNeeded, isNeededIn } from './segments-needed.ts'

/** The content of an environment's bundle at one point in time. Configs are texts: nothing here parses them. */
export type EnvironmentSnapshot = {
  revision: number
  changes: Changes
  flags: {
    id: string
    key: string
    type: FlagType
    clientSafe: boolean
    config: string
    /** The experiment that runs on it; `exposure` is JSON. */
    experiment: { ruleId: string; exposure: string } | undefined
  }[]
  /** The segments that the flags need. */
  segments: { key: string; unit: string | null; config: string }[]
}

/** The revision of an environment, and the names that its latest revisions touched. */
export type State = Pick<EnvironmentSnapshot, 'revision' | 'changes'>

/** The current state of the named flags and segments, those that still exist. Everything else is unchanged. */
export type EnvironmentPatch = EnvironmentSnapshot & { names: readonly Name[] }

type Row = {
  environmentId: EnvironmentId
  revision: number | null
  changes: string | null
  id: string | null
  key: string | null
  type: FlagType | null
  clientSafe: boolean | null
  config: string | null
  unit: string | null
  ruleId: string | null
  exposure: string | null
}

const none = sql<null>`null`

/** A condition that selects environments. */
type Here = RawBuilder<boolean>

/** The row of the environment itself: it exists even if there are no flags, and is not repeated with each of them. */
const head = (db: Kysely<Schema>, isHere: Here) =>
  db
    .selectFrom('environments as environment')
    .select(['environment.id as environmentId', 'environment.revision', 'environment.changes'])
    .select([none.as('id'), none.as('key'), none.as('type'), none.as('clientSafe'), none.as('config'), none.as('unit')])
    .select([none.as('ruleId'), none.as('exposure')])
    .where(isHere)
    .$castTo<Row>()

const flags = (db: Kysely<Schema>, isHere: Here) =>
  db
    .selectFrom('environments as environment')
    .innerJoin('flags as flag', 'flag.project_id', 'environment.project_id')
    .leftJoin('experiments as running', (join) =>
      join
        .onRef('running.flag_id', '=', 'flag.id')
        .onRef('running.environment_id', '=', 'environment.id')
        // As it stands in the index of those that run.
        .on('running.status', '=', sql.lit('running')),
    )
    .select(['environment.id as environmentId', none.as('revision'), none.as('changes')])
    .select(['flag.id', 'flag.key', 'flag.type', 'flag.client_safe as clientSafe'])
    .select([latestConfig.as('config'), none.as('unit'), 'running.rule_id as ruleId', 'running.exposure'])
    .where(isHere)
    .where('flag.archived_us', 'is', null)
    .$castTo<Row>()

const segments = (db: Kysely<Schema>, isHere: Here) =>
  db
    .selectFrom('environments as environment')
    .innerJoin('segments as segment', 'segment.project_id', 'environment.project_id')
    .select(['environment.id as environmentId', none.as('revision'), none.as('changes')])
    .select([none.as('id'), 'segment.key', none.as('type'), none.as('clientSafe')])
    .select([latestSegmentConfig.as('config'), 'segment.unit', none.as('ruleId'), none.as('exposure')])
    .where(isHere)
    .$castTo<Row>()

/** Reads several environments at once, since PostgreSQL takes several times as long to plan this query as to run it. */
const readWhole = prepared((access, { ids }: { ids: Many }) => {
  const { db } = access
  const isHere = isAmong(access, 'environment.id', ids)
  return head(db, isHere)
    .unionAll(flags(db, isHere))
    .unionAll(segments(db, isHere).where(isNeededIn(access, ids)))
})

const snapshotOf = (rows: readonly Row[]): EnvironmentSnapshot | undefined => {
  const found = rows.find(({ revision }) => revision !== null)
  if (!found) return undefined
  const revision = found.revision as number
  const flags = rows.flatMap(({ id, key, type, clientSafe, config, ruleId, exposure }) => {
    if (!id || !key || !type || !config) return []
    const experiment = ruleId && exposure ? { ruleId, exposure } : undefined
    return [{ id, key, type, clientSafe: Boolean(clientSafe), config, experiment }]
  })
  const segments = rows.flatMap(({ type, key, unit, config }) =>
    type === null && key && config ? [{ key, unit, config }] : [],
  )
  return { revision, changes: changesIn(found.changes, revision), flags, segments }
}

export const keysOf = (names: readonly Name[], prefix: 'f:' | 's:'): string[] =>
  names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))

const nothing: Pick<EnvironmentSnapshot, 'flags' | 'segments'> = { flags: [], segments: [] }
const maxRounds = 5

/** Each read is a single statement, so that its result is exactly that of the revision. */
export const environmentSnapshots = (access: Access) => {
  const { db } = access
  const readNamed = async (id: EnvironmentId, names: readonly Name[]): Promise<EnvironmentSnapshot | undefined> => {
    const [flagKeys, segmentKeys] = [keysOf(names, 'f:'), keysOf(names, 's:')]
    const isHere = sql<boolean>`environment.id = ${id}`
    let query = head(db, isHere)
    if (flagKeys.length > 0) query = query.unionAll(flags(db, isHere).where('flag.key', 'in', flagKeys))
    if (segmentKeys.length > 0)
      query = query.unionAll(segments(db, isHere).where('segment.key', 'in', segmentKeys).where(isNeeded))
    return snapshotOf(await query.execute())
  }

  return {
    /** Leaves out environments that do not exist. */
    readEnvironments: async (ids: readonly EnvironmentId[]): Promise<Map<EnvironmentId, EnvironmentSnapshot>> => {
      const rows = await readWhole(access, { ids: manyOf(access, ids) })
      const found = Map.groupBy(rows, ({ environmentId }) => environmentId)
      return new Map(
        found.entries().flatMap(([id, own]) => {
          const snapshot = snapshotOf(own)
          return snapshot ? [[id, snapshot] as const] : []
        }),
      )
    },

    /** Reads the changes since a revision; undefined if they are not known. `state` is the state, if it was just read. */
    readPatch: async (id: EnvironmentId, from: number, state?: State): Promise<EnvironmentPatch | undefined> => {
      let known = state ?? (await readNamed(id, []))
      for (let round = 0; known && round < maxRounds; round++) {
        const names = namesSince(known.changes, known.revision, from)
        if (!names && known !== state) return undefined
        if (!names) {
          // Another change has come since `state` was read: read it again.
          known = await readNamed(id, [])
          continue
        }
        if (names.length === 0) return { ...nothing, ...known, names }
        const snapshot = await readNamed(id, names)
        if (snapshot?.revision === known.revision) return { ...snapshot, names }
        known = snapshot
      }
      return undefined
    },
  }
}
