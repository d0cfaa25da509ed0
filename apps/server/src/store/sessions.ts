import type { OrganizationId, Plan, Role, SessionId, UserId } from '@bunting/contract'
import { type About, projectAbout } from './about.ts'
import type { Access } from './access.ts'

export type NewSession = { id: SessionId; userId: UserId; hash: string; endsUs: number }

/** The bearer of a session: who they are and what they may, as it is now. */
export type SessionActor = {
  sessionId: SessionId
  id: UserId
  orgId: OrganizationId
  plan: Plan
  /** In the project that the request is about, else in the organization. */
  role: Role
  organizationRole: Role
  usedUs: number
}

/** Sessions that ended, or were used last, before these moments are over. */
export type Oldest = { endsUs: number; usedUs: number }

export const sessionsTable = ({ db }: Access) => ({
  /** The bearer of a session that is not over, if they are still a member. */
  findActor: async (hash: string, oldest: Oldest, about?: About): Promise<SessionActor | undefined> =>
    db
      .selectFrom('sessions as session')
      .innerJoin('users as user', 'user.id', 'session.user_id')
      .innerJoin('organizations as organization', 'organization.id', 'user.org_id')
      .leftJoin('project_roles as own', (join) =>
        join.onRef('own.user_id', '=', 'user.id').on('own.project_id', '=', projectAbout(about, 'user.org_id')),
      )
      .select(['session.id as sessionId', 'session.used_us as usedUs', 'user.id', 'user.org_id as orgId'])
      .select(['user.role as organizationRole', 'organization.plan'])
      .select((row) => row.fn.coalesce('own.role', 'user.role').as('role'))
      .where('session.hash', '=', hash)
      .where('session.ends_us', '>', oldest.endsUs)
      .where('session.used_us', '>', oldest.usedUs)
      .where('user.removed_us', 'is', null)
      .executeTakeFirst(),

  insert: async ({ id, userId, hash, endsUs }: NewSession, atUs: number): Promise<void> => {
    const times = { created_us: atUs, used_us: atUs, ends_us: endsUs }
    await db
      .insertInto('sessions')
      .values({ id, user_id: userId, hash, ...times })
      .execute()
  },

  touch: async (id: SessionId, atUs: number): Promise<void> => {
    await db.updateTable('sessions').set({ used_us: atUs }).where('id', '=', id).execute()
  },

  end: async (id: SessionId): Promise<void> => {
    await db.deleteFrom('sessions').where('id', '=', id).execute()
  },

  /** Whoever's it is. */
  endByHash: async (hash: string): Promise<void> => {
    await db.deleteFrom('sessions').where('hash', '=', hash).execute()
  },

  endAll: async (userId: UserId): Promise<void> => {
    await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  },

  removeOver: async (oldest: Oldest): Promise<void> => {
    await db
      .deleteFrom('sessions')
      .where((row) => row.or([row('ends_us', '<=', oldest.endsUs), row('used_us', '<=', oldest.usedUs)]))
      .execute()
  },
})
