import type { Organization, OrganizationId, Page, Paging, Plan } from '@bunting/contract'
import type { Selectable } from 'kysely'
import { type Access, locked } from '../core/access.ts'
import { isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'

export type NewOrganization = { id: OrganizationId; name: string; plan: Plan }

export const organizationsTable = (access: Access) => {
  const { db } = access
  return {
    /** The environment with a slug in the first project of the first organization, which every new database begins with. */
    firstEnvironment: async (slug: string) =>
      db
        .selectFrom('environments as environment')
        .innerJoin('projects as project', 'project.id', 'environment.project_id')
        .innerJoin('organizations as organization', 'organization.id', 'project.org_id')
        .select(['organization.id as orgId', 'project.id as projectId', 'environment.id as environmentId'])
        .where('environment.slug', '=', slug)
        .orderBy('organization.created_us')
        .orderBy('project.created_us')
        .limit(1)
        .executeTakeFirst(),

    /** The organization that a new database begins with, and that people sign in to. */
    first: async (): Promise<Organization | undefined> => {
      const row = await db.selectFrom('organizations').selectAll().orderBy('created_us').limit(1).executeTakeFirst()
      return row && toOrganization(row)
    },

    /**
     * Returns its current state, and locks it until the transaction ends: no one else changes it or its members, or
     * adds a project.
     */
    lock: async (id: OrganizationId): Promise<Organization> =>
      toOrganization(
        await locked(access, db.selectFrom('organizations').selectAll().where('id', '=', id)).executeTakeFirstOrThrow(),
      ),

    find: async (id: string): Promise<Organization | undefined> => {
      const row = await db
        .selectFrom('organizations')
        .selectAll()
        .where('id', '=', id as OrganizationId)
        .executeTakeFirst()
      return row && toOrganization(row)
    },

    list: async (paging: Paging): Promise<Page<Organization>> => {
      const rows = await db.selectFrom('organizations').selectAll().$call(newestFirst(paging)).execute()
      return pageOf(rows, paging, toOrganization)
    },

    /** Also creates the head of its audit chain. */
    insert: async (organization: NewOrganization, atUs: number): Promise<Organization> => {
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('organizations')
          .values({ ...organization, created_us })
          .onConflict((conflict) => conflict.columns(['created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      await db
        .insertInto('audit_chains')
        .values({ org_id: row.id, seq: 0, hash: null, entry_id: null, last_us: 0 })
        .execute()
      return toOrganization(row)
    },

    update: async (id: OrganizationId, change: { name?: string; plan?: Plan }): Promise<Organization> =>
      toOrganization(
        await db.updateTable('organizations').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
      ),
  }
}

const toOrganization = (row: Selectable<Schema['organizations']>): Organization => ({
  id: row.id,
  name: row.name,
  plan: row.plan,
  createdAt: isoTime(row.created_us),
})
