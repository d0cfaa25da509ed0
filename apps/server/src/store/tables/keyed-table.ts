import type { OrganizationId, Page, Paging, ProjectId } from '@bunting/contract'
import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { newestFirst, pageOf, placeInList } from '../core/list.ts'
import { prepared, theOne } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'
import { contains, searchText } from '../core/search-text.ts'

export type NewKeyed = {
  orgId: OrganizationId
  projectId: ProjectId
  key: string
  name: string
  description: string | null
}
/** Only the fields to change. */
export type KeyedChange = { name?: string; description?: string | null; archivedUs?: number | null }
export type KeyedFilter = { archived?: boolean | undefined; search?: string | undefined }

/** What a table has of flags, segments or metrics, which a project has by their keys. */
export const keyedTable = <Table extends 'flags' | 'segments' | 'metrics', Item extends { key: string }>(
  name: Table,
  toItem: (row: Selectable<Schema[Table]>) => Item,
) => {
  type Id = Schema[Table]['id']
  // All have the columns that are named here; what else a row has is handed on.
  const table = name as 'segments'
  const itemOf = toItem as unknown as (row: Selectable<Schema['segments']>) => Item
  type Row = Schema['segments']

  const find = prepared(({ db }, { projectId, key }: { projectId: ProjectId; key: string }) =>
    db.selectFrom(table).selectAll().where('project_id', '=', projectId).where('key', '=', key),
  )
  const lock = prepared((access, { id }: { id: Row['id'] }) =>
    locked(access, access.db.selectFrom(table).selectAll().where('id', '=', id)),
  )
  const update = prepared(({ db }, { id, ...columns }: Updateable<Row> & { id: Row['id'] }) =>
    db.updateTable(table).set(columns).where('id', '=', id).returningAll(),
  )

  return (access: Access) => {
    const { db } = access
    const of = (projectId: ProjectId) => db.selectFrom(table).where('project_id', '=', projectId)
    return {
      find: async (projectId: ProjectId, key: string): Promise<Item | undefined> => {
        const [row] = await find(access, { projectId, key })
        return row && itemOf(row)
      },

      findByIds: async (ids: readonly Id[]): Promise<Map<Id, Item>> => {
        if (ids.length === 0) return new Map()
        const rows = await db
          .selectFrom(table)
          .selectAll()
          .where('id', 'in', ids as Row['id'][])
          .execute()
        return new Map(rows.map((row) => [row.id, itemOf(row)]))
      },

      /** Returns its current state, and locks it until the transaction ends. */
      lock: async (id: Id): Promise<Item> => itemOf(theOne(await lock(access, { id: id as Row['id'] }))),

      /** Counts archived ones too: their keys stay taken. */
      count: (projectId: ProjectId): Promise<number> => countOf(db, of(projectId).select('created_us')),

      list: async (
        projectId: ProjectId,
        paging: Paging & KeyedFilter,
        filters: readonly RawBuilder<boolean>[] = [],
      ): Promise<Page<Item>> => {
        const { archived, search } = paging
        const wanted = [...(search ? [contains(search)] : []), ...filters]
        const rows = await of(projectId)
          .selectAll()
          .$if(archived !== undefined, (query) => query.where('archived_us', archived ? 'is not' : 'is', null))
          .$if(wanted.length > 0, (query) => query.where((row) => row.and(wanted)))
          .$call(newestFirst(paging))
          .execute()
        return pageOf(rows, paging, itemOf)
      },

      insert: async (item: NewKeyed & { id: Id }, columns: Updateable<Schema[Table]>, atUs: number): Promise<Item> => {
        const values = {
          id: item.id,
          org_id: item.orgId,
          project_id: item.projectId,
          key: item.key,
          name: item.name,
          description: item.description,
          archived_us: null,
          search_text: searchText(item.key, item.name),
          ...columns,
        } as unknown as Insertable<Row>
        const row = await placeInList(atUs, (created_us) =>
          db
            .insertInto(table)
            .values({ ...values, created_us })
            .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
            .returningAll()
            .executeTakeFirst(),
        )
        return itemOf(row)
      },

      update: async (
        { id, key }: Item & { id: Id },
        { name, description, archivedUs }: KeyedChange,
        columns?: Updateable<Schema[Table]>,
      ): Promise<Item> => {
        const search_text = name === undefined ? undefined : searchText(key, name)
        const changed = { ...columns, name, description, archived_us: archivedUs, search_text }
        return itemOf(theOne(await update(access, { ...changed, id: id as Row['id'] })))
      },
    }
  }
}
