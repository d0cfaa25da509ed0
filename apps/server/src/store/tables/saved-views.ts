import type { ActorId, Page, Paging, ProjectId, SavedView, SavedViewId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import type { Access } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'

export type NewSavedView = Pick<SavedView, 'id' | 'name' | 'search'> & { projectId: ProjectId; createdBy: ActorId }

export const savedViewsTable = ({ db }: Access) => {
  const ofProject = (projectId: ProjectId) =>
    db.selectFrom('saved_views').selectAll().where('project_id', '=', projectId)
  return {
    find: async (projectId: ProjectId, id: string): Promise<SavedView | undefined> => {
      const row = await ofProject(projectId)
        .where('id', '=', id as SavedViewId)
        .executeTakeFirst()
      return row && toView(row)
    },

    count: (projectId: ProjectId): Promise<number> => countOf(db, ofProject(projectId)),

    list: async (projectId: ProjectId, paging: Paging): Promise<Page<SavedView>> =>
      pageOf(await ofProject(projectId).$call(newestFirst(paging)).execute(), paging, toView),

    insert: async ({ id, projectId, name, search, createdBy }: NewSavedView, atUs: number): Promise<SavedView> => {
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('saved_views')
          .values({ id, project_id: projectId, name, search, created_by: createdBy, created_us })
          .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      return toView(row)
    },

    /** Tells whether it still existed. */
    delete: async (id: SavedViewId): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('saved_views').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

const toView = (row: Selectable<Schema['saved_views']>): SavedView => ({
  id: row.id,
  name: row.name,
  search: row.search,
  createdBy: row.created_by,
  createdAt: isoTime(row.created_us),
})
