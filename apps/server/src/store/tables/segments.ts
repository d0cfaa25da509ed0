import type { OrganizationId, Page, Paging, ProjectId, Segment, SegmentId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'
import { contains, searchText } from '../core/search-text.ts'

export type NewSegment = {
  id: SegmentId
  orgId: OrganizationId
  projectId: ProjectId
  key: string
  name: string
  description: string | null
  unit: string | null
}
/** Only what changes. */
export type SegmentChange = { name?: string; description?: string | null; archivedUs?: number | null }
export type SegmentFilter = { archived?: boolean | undefined; search?: string | undefined }

export const segmentsTable = (access: Access) => {
  const { db } = access
  return {
    find: async (projectId: ProjectId, key: string): Promise<Segment | undefined> => {
      const row = await db
        .selectFrom('segments')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('key', '=', key)
        .executeTakeFirst()
      return row && toSegment(row)
    },

    findByIds: async (ids: readonly SegmentId[]): Promise<Map<SegmentId, Segment>> => {
      if (ids.length === 0) return new Map()
      const rows = await db.selectFrom('segments').selectAll().where('id', 'in', ids).execute()
      return new Map(rows.map((row) => [row.id, toSegment(row)]))
    },

    /** As it is now, and nobody else changes it until the transaction ends. */
    lock: async (id: SegmentId): Promise<Segment> =>
      toSegment(
        await locked(access, db.selectFrom('segments').selectAll().where('id', '=', id)).executeTakeFirstOrThrow(),
      ),

    /** With those that are archived: their keys stay taken. */
    count: (projectId: ProjectId): Promise<number> =>
      countOf(db, db.selectFrom('segments').select('created_us').where('project_id', '=', projectId)),

    list: async (projectId: ProjectId, paging: Paging & SegmentFilter): Promise<Page<Segment>> => {
      const { archived, search } = paging
      const rows = await db
        .selectFrom('segments')
        .selectAll()
        .where('project_id', '=', projectId)
        .$if(archived !== undefined, (query) => query.where('archived_us', archived ? 'is not' : 'is', null))
        .$if(Boolean(search), (query) => query.where(contains(search as string)))
        .$call(newestFirst(paging))
        .execute()
      return pageOf(rows, paging, toSegment)
    },

    insert: async (segment: NewSegment, atUs: number): Promise<Segment> => {
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('segments')
          .values({
            id: segment.id,
            org_id: segment.orgId,
            project_id: segment.projectId,
            key: segment.key,
            name: segment.name,
            description: segment.description,
            unit: segment.unit,
            archived_us: null,
            search_text: searchText(segment.key, segment.name),
            created_us,
          })
          .onConflict((conflict) => conflict.columns(['project_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      return toSegment(row)
    },

    update: async (segment: Segment, change: SegmentChange): Promise<Segment> =>
      toSegment(
        await db
          .updateTable('segments')
          .set({
            name: change.name,
            description: change.description,
            archived_us: change.archivedUs,
            search_text: change.name === undefined ? undefined : searchText(segment.key, change.name),
          })
          .where('id', '=', segment.id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),
  }
}

const toSegment = (row: Selectable<Schema['segments']>): Segment => ({
  id: row.id,
  orgId: row.org_id,
  projectId: row.project_id,
  key: row.key,
  name: row.name,
  description: row.description,
  unit: row.unit,
  archivedAt: row.archived_us === null ? null : isoTime(row.archived_us),
  createdAt: isoTime(row.created_us),
})
