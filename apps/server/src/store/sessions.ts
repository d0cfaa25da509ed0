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
  endsUs: number
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
      .select(['session.id as sessionId', 'session.used_us as usedUs', 'session.ends_us as endsUs'])
      .select(['user.id', 'user.org_id as orgId'])
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

  /** Each of these answers which ended: none where it was over before. */
  end: (id: SessionId): Promise<SessionId[]> => endWhere(db, 'id', id),

  /** Whoever's it is. */
  endByHash: (hash: string): Promise<SessionId[]> => endWhere(db, 'hash', hash),

  endAll: (userId: UserId): Promise<SessionId[]> => endWhere(db, 'user_id', userId),

  removeOver: async (oldest: Oldest): Promise<void> => {
    await db
      .deleteFrom('sessions')
      .where((row) => row.or([row('ends_us', '<=', oldest.endsUs), row('used_us', '<=', oldest.usedUs)]))
      .execute()
  },
})

const endWhere = async (db: Access['db'], column: 'id' | 'hash' | 'user_id', value: string): Promise<SessionId[]> =>
  (await db.deleteFrom('sessions').where(column, '=', value).returning('id').execute()).map((row) => row.id)
