import type { ActorId, Invitation, InvitationId, OrganizationId, Page, Paging } from '@bunting/contract'
import type { Selectable } from 'kysely'
import type { Access } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { isoTime, newestFirst, pageOf, placeInList } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'

export type NewInvitation = Omit<Invitation, 'createdAt'> & { orgId: OrganizationId }

/** Addresses are stored and compared in the form that `plainEmail` gives them. */
export const invitationsTable = ({ db }: Access) => {
  const ofOrganization = (orgId: OrganizationId) => db.selectFrom('invitations').selectAll().where('org_id', '=', orgId)
  return {
    find: async (orgId: OrganizationId, id: string): Promise<Invitation | undefined> => {
      const row = await ofOrganization(orgId)
        .where('id', '=', id as InvitationId)
        .executeTakeFirst()
      return row && toInvitation(row)
    },

    findByEmail: async (orgId: OrganizationId, email: string): Promise<Invitation | undefined> => {
      const row = await ofOrganization(orgId).where('email', '=', email).executeTakeFirst()
      return row && toInvitation(row)
    },

    /** The invitations that these actors made. */
    listOf: async (orgId: OrganizationId, makers: readonly ActorId[]): Promise<Invitation[]> => {
      if (makers.length === 0) return []
      const rows = await ofOrganization(orgId).where('created_by', 'in', makers).orderBy('id').execute()
      return rows.map(toInvitation)
    },

    list: async (orgId: OrganizationId, paging: Paging): Promise<Page<Invitation>> =>
      pageOf(await ofOrganization(orgId).$call(newestFirst(paging)).execute(), paging, toInvitation),

    count: (orgId: OrganizationId): Promise<number> => countOf(db, ofOrganization(orgId)),

    insert: async (
      { orgId, createdBy, projects = {}, ...fields }: NewInvitation,
      atUs: number,
    ): Promise<Invitation> => {
      const values = { ...fields, org_id: orgId, created_by: createdBy, projects: JSON.stringify(projects) }
      const row = await placeInList(atUs, (created_us) =>
        db
          .insertInto('invitations')
          .values({ ...values, created_us })
          .onConflict((conflict) => conflict.columns(['org_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      return toInvitation(row)
    },

    /** Tells whether it existed. */
    delete: async (id: InvitationId): Promise<boolean> =>
      (await db.deleteFrom('invitations').where('id', '=', id).returning('id').execute()).length > 0,
  }
}

const toInvitation = (row: Selectable<Schema['invitations']>): Invitation => {
  const projects = JSON.parse(row.projects) as Invitation['projects'] & object
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    ...(Object.keys(projects).length > 0 ? { projects } : {}),
    createdBy: row.created_by,
    createdAt: isoTime(row.created_us),
  }
}
