import type { Flag, FlagId, FlagKind, OrganizationId, Page, Paging, ProjectId, UserId } from '@bunting/contract'
import type { FlagType } from '@bunting/engine'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import { prepared, theOne } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'
import { contains, searchText } from '../core/search-text.ts'

/** What helps to find it. Null is none. */
type Facts = {
  tags?: readonly string[] | undefined
  ownerId?: string | null | undefined
  kind?: FlagKind | null | undefined
  expectedEnd?: string | null | undefined
}
export type NewFlag = Facts & {
  id: FlagId
  orgId: OrganizationId
  projectId: ProjectId
  key: string
  name: string
  description: string | null
  type: FlagType
  schema?: Flag['schema']
  clientSafe: boolean
}
/** Only what changes. */
export type FlagChange = Facts & {
  name?: string
  description?: string | null
  /** Null removes it. */
  schema?: Flag['schema'] | null
  clientSafe?: boolean
  archivedUs?: number | null
}
export type FlagFilter = {
  archived?: boolean | undefined
  search?: string | undefined
  tag?: string | undefined
  ownerId?: string | undefined
  kind?: FlagKind | undefined
}

const findFlag = prepared(({ db }, { projectId, key }: { projectId: ProjectId; key: string }) =>
  db.selectFrom('flags').selectAll().where('project_id', '=', projectId).where('key', '=', key),
)

const lockFlag = prepared((access, { id }: { id: FlagId }) =>
  locked(access, access.db.selectFrom('flags').selectAll().where('id', '=', id)),
)

type Columns = Updateable<Schema['flags']>

const updateFlag = prepared(({ db }, { id, ...columns }: Columns & { id: FlagId }) =>
  db.updateTable('flags').set(columns).where('id', '=', id).returningAll(),
)

export const flagsTable = (access: Access) => {
  const { db } = access
  return {
    find: async (projectId: ProjectId, key: string): Promise<Flag | undefined> => {
      const [row] = await findFlag(access, { projectId, key })
      return row && toFlag(row)
    },

    findAll: async (projectId: ProjectId, keys: readonly string[]): Promise<Flag[]> => {
      const query = db.selectFrom('flags').selectAll().where('project_id', '=', projectId).where('key', 'in', keys)
      return (await query.execute()).map(toFlag)
    },

    findByIds: async (ids: readonly FlagId[]): Promise<Map<FlagId, Flag>> => {
      if (ids.length === 0) return new Map()
      const rows = await db.selectFrom('flags').selectAll().where('id', 'in', ids).execute()
      return new Map(rows.map((row) => [row.id, toFlag(row)]))
    },

    /** As it is now, and nobody else changes it until the transaction ends. */
    lock: async (id: FlagId): Promise<Flag> => toFlag(theOne(await lockFlag(access, { id }))),

    /** In the order of their ids, so that two who lock several cannot wait for each other. */
    lockAll: async (ids: readonly FlagId[]): Promise<Map<FlagId, Flag>> => {
      const query = db.selectFrom('flags').selectAll().where('id', 'in', ids).orderBy('id')
      return new Map((await locked(access, query).execute()).map((row) => [row.id, toFlag(row)]))
    },

    /** All of a project that are not archived: nobody else changes them until the transaction ends, as on SQLite in any case. */
    lockActive: async (projectId: ProjectId): Promise<void> => {
      if (access.dialect === 'sqlite') return
      const active = db.selectFrom('flags').select('id').where('project_id', '=', projectId)
      await locked(access, active.where('archived_us', 'is', null).orderBy('id')).execute()
    },

    /** With those that are archived: their keys stay taken. */
    count: (projectId: ProjectId): Promise<number> =>
      countOf(db, db.selectFrom('flags').select('created_us').where('project_id', '=', projectId)),

    /** The keys of all flags, archived or not, that were made after a moment; the oldest first. */
    keysAfter: (projectId: ProjectId, afterUs: number, limit: number): Promise<{ key: string; createdUs: number }[]> =>
      db
        .selectFrom('flags')
        .select(['key', 'created_us as createdUs'])
        .where('project_id', '=', projectId)
        .where('created_us', '>', afterUs)
        .orderBy('created_us')
        .limit(limit)
        .execute(),

    /** Those that are not archived, newest first, with their place in the list. */
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

    list: async (projectId: ProjectId, paging: Paging & FlagFilter): Promise<Page<Flag>> => {
      const { archived, search, tag, ownerId, kind } = paging
      const rows = await db
        .selectFrom('flags')
        .selectAll()
        .where('project_id', '=', projectId)
        .$if(archived !== undefined, (query) => query.where('archived_us', archived ? 'is not' : 'is', null))
        .$if(Boolean(search), (query) => query.where(contains(search as string)))
        .$if(tag !== undefined, (query) => query.where(hasTag(access, tag as string)))
        .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId as UserId))
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind as FlagKind))
        .$call(newestFirst(paging))
        .execute()
      return pageOf(rows, paging, toFlag)
    },

    insert: async (flag: NewFlag, atUs: number): Promise<Flag> => {
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('flags')
          .values({
            id: flag.id,
            org_id: flag.orgId,
            project_id: flag.projectId,
            key: flag.key,
            name: flag.name,
            description: flag.description,
            type: flag.type,
            client_safe: flag.clientSafe,
            archived_us: null,
            search_text: searchText(flag.key, flag.name),
            schema: flag.schema ? JSON.stringify(flag.schema) : null,
            ...factColumns(flag),
            created_us,
          })
          .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      return toFlag(row)
    },

    update: async (flag: Flag, change: FlagChange): Promise<Flag> => {
      const columns = {
        name: change.name,
        description: change.description,
        client_safe: change.clientSafe,
        schema: change.schema ? JSON.stringify(change.schema) : change.schema,
        archived_us: change.archivedUs,
        ...factColumns(change),
        search_text: change.name === undefined ? undefined : searchText(flag.key, change.name),
      }
      return toFlag(theOne(await updateFlag(access, { ...columns, id: flag.id })))
    },
  }
}

/** A project has so many flags that looking at each is quick, once those without tags are left out. */
const hasTag = ({ dialect }: Access, tag: string): RawBuilder<boolean> =>
  dialect === 'postgres'
    ? sql<boolean>`(tags <> '[]' and tags::jsonb ? ${tag})`
    : sql<boolean>`(tags <> '[]' and exists (select 1 from json_each(tags) where value = ${tag}))`

const factColumns = ({ tags, ownerId, kind, expectedEnd }: Facts) => ({
  tags: tags && JSON.stringify(tags),
  owner_id: ownerId as UserId | null | undefined,
  kind,
  expected_end: expectedEnd,
})

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
  clientSafe: Boolean(row.client_safe),
  archivedAt: row.archived_us === null ? null : isoTime(row.archived_us),
  createdAt: isoTime(row.created_us),
})
