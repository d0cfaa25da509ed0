import type { Flag, FlagId, FlagKind, Page, Paging, ProjectId, UserId } from '@bunting/contract'
import type { FlagType } from '@bunting/engine'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { isoTime } from '../core/list.ts'
import { isAmong, manyOf } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'
import { type KeyedChange, type KeyedFilter, keyedTable, type NewKeyed } from './keyed-table.ts'

/** Details by which a flag is found. Null means none. */
type Facts = {
  tags?: readonly string[] | undefined
  ownerId?: string | null | undefined
  kind?: FlagKind | null | undefined
  expectedEnd?: string | null | undefined
  managedBy?: string | null | undefined
}
export type NewFlag = Facts & NewKeyed & { id: FlagId; type: FlagType; schema?: Flag['schema']; clientSafe: boolean }
/** Only the fields to change. */
export type FlagChange = Facts &
  KeyedChange & {
    /** Null removes it. */
    schema?: Flag['schema'] | null
    clientSafe?: boolean
  }
export type FlagFilter = KeyedFilter & {
  tag?: string | undefined
  ownerId?: string | undefined
  kind?: FlagKind | undefined
}

const toFlag = (row: Selectable<Schema['flags']>): Flag => ({
  id: row.id,
  orgId: row.org_id,
  projectId: row.project_id,
  key: row.key,
  name: row.name,
  description: row.description,
  type: row.type,
  ...(row.schema === null ? {} : { schema: JSON.parse(row.schema) }),
  ...(row.tags === '[]' ? {} : { tags: JSON.parse(row.tags) }),
  ...(row.owner_id === null ? {} : { ownerId: row.owner_id }),
  ...(row.kind === null ? {} : { kind: row.kind }),
  ...(row.expected_end === null ? {} : { expectedEnd: row.expected_end }),
  ...(row.managed_by === null ? {} : { managedBy: row.managed_by }),
  clientSafe: Boolean(row.client_safe),
  archivedAt: row.archived_us === null ? null : isoTime(row.archived_us),
  createdAt: isoTime(row.created_us),
})

const keyed = keyedTable('flags', toFlag)

export const flagsTable = (access: Access) => {
  const { db } = access
  const table = keyed(access)
  return {
    ...table,

    findAll: async (projectId: ProjectId, keys: readonly string[]): Promise<Flag[]> => {
      const query = db.selectFrom('flags').selectAll().where('project_id', '=', projectId).where('key', 'in', keys)
      return (await query.execute()).map(toFlag)
    },

    /** Returns the ids of the flags with these keys, including archived ones. */
    idsOf: async (projectId: ProjectId, keys: readonly string[]): Promise<Map<string, FlagId>> => {
      const among = isAmong(access, 'key', manyOf(access, keys))
      const rows = await db
        .selectFrom('flags')
        .select(['key', 'id'])
        .where('project_id', '=', projectId)
        .where(among)
        .execute()
      return new Map(rows.map(({ key, id }) => [key, id]))
    },

    /** Locks flags in the order of their ids, so that two transactions cannot deadlock. */
    lockAll: async (ids: readonly FlagId[]): Promise<Map<FlagId, Flag>> => {
      const query = db.selectFrom('flags').selectAll().where('id', 'in', ids).orderBy('id')
      return new Map((await locked(access, query).execute()).map((row) => [row.id, toFlag(row)]))
    },

    /** Locks all active flags of a project until the transaction ends; on SQLite a transaction locks everything anyway. */
    lockActive: async (projectId: ProjectId): Promise<void> => {
      if (access.dialect === 'sqlite') return
      const active = db.selectFrom('flags').select('id').where('project_id', '=', projectId)
      await locked(access, active.where('archived_us', 'is', null).orderBy('id')).execute()
    },

    /** The keys of all flags, archived or not, created after a point in time; oldest first. */
    keysAfter: (projectId: ProjectId, afterUs: number, limit: number): Promise<{ key: string; createdUs: number }[]> =>
      db
        .selectFrom('flags')
        .select(['key', 'created_us as createdUs'])
        .where('project_id', '=', projectId)
        .where('created_us', '>', afterUs)
        .orderBy('created_us')
        .limit(limit)
        .execute(),

    /** The flags that are not archived, newest first, each with its cursor. */
    listActive: async (projectId: ProjectId, { cursor, limit }: Paging): Promise<(Flag & { createdUs: number })[]> => {
      const rows = await db
        .selectFrom('flags')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('archived_us', 'is', null)
        .$if(cursor !== undefined, (query) => query.where('created_us', '<', cursor as number))
        .orderBy('created_us', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...toFlag(row), createdUs: row.created_us }))
    },

    list: (projectId: ProjectId, { tag, ownerId, kind, ...paging }: Paging & FlagFilter): Promise<Page<Flag>> =>
      table.list(projectId, paging, [
        ...(tag === undefined ? [] : [hasTag(access, tag)]),
        ...(ownerId === undefined ? [] : [sql<boolean>`owner_id = ${ownerId}`]),
        ...(kind === undefined ? [] : [sql<boolean>`kind = ${kind}`]),
      ]),

    insert: (flag: NewFlag, atUs: number): Promise<Flag> =>
      table.insert(flag, { type: flag.type, ...columnsOf(flag) }, atUs),

    update: (flag: Flag, change: FlagChange): Promise<Flag> => table.update(flag, change, columnsOf(change)),
  }
}

/** Scans all flags of the project: there are few enough for that, once those without tags are skipped. */
const hasTag = ({ dialect }: Access, tag: string): RawBuilder<boolean> =>
  dialect === 'postgres'
    ? sql<boolean>`(tags <> '[]' and tags::jsonb ? ${tag})`
    : sql<boolean>`(tags <> '[]' and exists (select 1 from json_each(tags) where value = ${tag}))`

const columnsOf = ({ tags, ownerId, kind, expectedEnd, managedBy, schema, clientSafe }: FlagChange) => ({
  tags: tags && JSON.stringify(tags),
  owner_id: ownerId as UserId | null | undefined,
  kind,
  expected_end: expectedEnd,
  managed_by: managedBy,
  schema: schema && JSON.stringify(schema),
  client_safe: clientSafe,
})
