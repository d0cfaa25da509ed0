import type { OrganizationId, Page, Paging, Project, ProjectId } from '@bunting/contract'
import type { Selectable } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import { prepared, theOne } from '../core/prepared.ts'
import type { Schema } from '../core/schema.ts'

export type NewProject = { id: ProjectId; orgId: OrganizationId; name: string; slug: string }

/** Only the fields to change. */
export type ProjectChange = { name?: string; environmentOrder?: readonly string[]; codeLines?: boolean }

const findProject = prepared(({ db }, { id, orgId }: { id: ProjectId; orgId: OrganizationId }) =>
  db.selectFrom('projects').selectAll().where('id', '=', id).where('org_id', '=', orgId),
)

const lockProject = prepared((access, { id }: { id: ProjectId }) =>
  locked(access, access.db.selectFrom('projects').selectAll().where('id', '=', id)),
)

export const projectsTable = (access: Access) => {
  const { db } = access
  return {
    find: async (orgId: OrganizationId, id: string): Promise<Project | undefined> => {
      const [row] = await findProject(access, { id: id as ProjectId, orgId })
      return row && toProject(row)
    },

    list: async (orgId: OrganizationId, paging: Paging & { slug?: string | undefined }): Promise<Page<Project>> => {
      const rows = await db
        .selectFrom('projects')
        .selectAll()
        .where('org_id', '=', orgId)
        .$if(paging.slug !== undefined, (query) => query.where('slug', '=', paging.slug as string))
        .$call(newestFirst(paging))
        .execute()
      return pageOf(rows, paging, toProject)
    },

    /** Returns those of the ids that are projects of the organization. */
    ownedBy: async (orgId: OrganizationId, ids: readonly string[]): Promise<ProjectId[]> => {
      const owned = await db
        .selectFrom('projects')
        .select('id')
        .where('org_id', '=', orgId)
        .where('id', 'in', ids as ProjectId[])
        .execute()
      return owned.map(({ id }) => id)
    },

    /**
     * Returns its current state, and locks it until the transaction ends: no one else changes it, or adds anything to
     * it.
     */
    lock: async (id: ProjectId): Promise<Project> => toProject(theOne(await lockProject(access, { id }))),

    count: (orgId: OrganizationId): Promise<number> =>
      countOf(db, db.selectFrom('projects').select('created_us').where('org_id', '=', orgId)),

    insert: async (project: NewProject, atUs: number): Promise<Project> =>
      toProject(
        await placeInList(atUs, (created_us) =>
          db
            .insertInto('projects')
            .values({ id: project.id, org_id: project.orgId, name: project.name, slug: project.slug, created_us })
            .onConflict((conflict) => conflict.columns(['org_id', 'created_us']).doNothing())
            .returningAll()
            .executeTakeFirst(),
        ),
      ),

    /** An empty order is stored as none. */
    update: async (id: ProjectId, { name, environmentOrder, codeLines }: ProjectChange): Promise<Project> =>
      toProject(
        await db
          .updateTable('projects')
          .set({
            name,
            code_lines: codeLines,
            environment_order:
              environmentOrder && (environmentOrder.length === 0 ? null : JSON.stringify(environmentOrder)),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),
  }
}

const toProject = (row: Selectable<Schema['projects']>): Project => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  slug: row.slug,
  ...(row.environment_order === null ? {} : { environmentOrder: JSON.parse(row.environment_order) }),
  ...(row.code_lines ? { codeLines: true } : {}),
  createdAt: isoTime(row.created_us),
})
