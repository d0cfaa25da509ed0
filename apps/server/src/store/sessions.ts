import type { OrganizationId, Plan, Role, SessionId, UserId } from '@bunting/contract'
import type { Access } from './access.ts'

export type NewSession = { id: SessionId; userId: UserId; hash: string }

/** The bearer of a session: who they are and what they may, as it is now. */
export type SessionActor = {
  sessionId: SessionId
  id: UserId
  orgId: OrganizationId
  plan: Plan
  role: Role
  usedUs: number
}

/** Sessions that began, or were used last, before these moments are over. */
export type Oldest = { createdUs: number; usedUs: number }

export const sessionsTable = ({ db }: Access) => ({
  /** The bearer of a session that is not over, if they are still a member. */
  findActor: async (hash: string, oldest: Oldest): Promise<SessionActor | undefined> =>
    db
      .selectFrom('sessions as session')
      .innerJoin('users as user', 'user.id', 'session.user_id')
      .innerJoin('organizations as organization', 'organization.id', 'user.org_id')
      .select(['session.id as sessionId', 'session.used_us as usedUs', 'user.id', 'user.org_id as orgId', 'user.role'])
      .select('organization.plan')
      .where('session.hash', '=', hash)
      .where('session.created_us', '>', oldest.createdUs)
      .where('session.used_us', '>', oldest.usedUs)
      .where('user.removed_us', 'is', null)
      .executeTakeFirst(),

  insert: async ({ id, userId, hash }: NewSession, atUs: number): Promise<void> => {
    await db.insertInto('sessions').values({ id, user_id: userId, hash, created_us: atUs, used_us: atUs }).execute()
  },

  touch: async (id: SessionId, atUs: number): Promise<void> => {
    await db.updateTable('sessions').set({ used_us: atUs }).where('id', '=', id).execute()
  },

  /** Answers which ended: none where it was over before. */
  end: async (id: SessionId): Promise<SessionId[]> =>
    (await db.deleteFrom('sessions').where('id', '=', id).returning('id').execute()).map((row) => row.id),

  endAll: async (userId: UserId): Promise<SessionId[]> =>
    (await db.deleteFrom('sessions').where('user_id', '=', userId).returning('id').execute()).map((row) => row.id),

  removeOver: async (oldest: Oldest): Promise<void> => {
    await db
      .deleteFrom('sessions')
      .where((row) => row.or([row('created_us', '<=', oldest.createdUs), row('used_us', '<=', oldest.usedUs)]))
      .execute()
  },
})
