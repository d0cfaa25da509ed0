import type { ActorId, Page, Paging, ProjectId, SavedContext, SavedContextId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import type { Access } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'

export type NewSavedContext = Pick<SavedContext, 'id' | 'name' | 'context'> & {
  projectId: ProjectId
  createdBy: ActorId
}

export const savedContextsTable = ({ db }: Access) => {
  const ofProject = (projectId: ProjectId) =>
    db.selectFrom('saved_contexts').selectAll().where('project_id', '=', projectId)
  return {
    find: async (projectId: ProjectId, id: string): Promise<SavedContext | undefined> => {
      const row = await ofProject(projectId)
        .where('id', '=', id as SavedContextId)
        .executeTakeFirst()
      return row && toContext(row)
    },

    count: (projectId: ProjectId): Promise<number> => countOf(db, ofProject(projectId)),

    list: async (projectId: ProjectId, paging: Paging): Promise<Page<SavedContext>> =>
      pageOf(await ofProject(projectId).$call(newestFirst(paging)).execute(), paging, toContext),

    insert: async (
      { id, projectId, name, context, createdBy }: NewSavedContext,
      atUs: number,
    ): Promise<SavedContext> => {
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('saved_contexts')
          .values({
            id,
            project_id: projectId,
            name,
            context: JSON.stringify(context),
            created_by: createdBy,
            created_us,
          })
          .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      return toContext(row)
    },

    /** Tells whether it still existed. */
    delete: async (id: SavedContextId): Promise<boolean> => {
      const { numDeletedRows } = await db.deleteFrom('saved_contexts').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

const toContext = (row: Selectable<Schema['saved_contexts']>): SavedContext => ({
  id: row.id,
  name: row.name,
  context: JSON.parse(row.context),
  createdBy: row.created_by,
  createdAt: isoTime(row.created_us),
})
