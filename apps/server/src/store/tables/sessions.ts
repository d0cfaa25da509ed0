import type { OpenSession, OrganizationId, Plan, Role, SessionId, UserId } from '@bunting/contract'
import type { Access } from '../core/access.ts'
import { isoTime } from '../core/list.ts'
import { prepared } from '../core/prepared.ts'
import { type About, kindOf, perKind, projectAbout } from './about.ts'

export type NewSession = { id: SessionId; userId: UserId; hash: string; endsUs: number } & From

/** The network address and the browser that opened it, if known. */
type From = { address?: string; userAgent?: string }

/** The person behind a session, with their current role. */
export type SessionActor = {
  sessionId: SessionId
  id: UserId
  orgId: OrganizationId
  plan: Plan
  /** The role in the project that the request is about, else in the organization. */
  role: Role
  organizationRole: Role
  usedUs: number
  endsUs: number
}

/** Sessions that ended, or were last used, before these times are over. */
export type Oldest = { endsUs: number; usedUs: number }

const findUser = perKind((kind) =>
  prepared(({ db }, { hash, endsUs, usedUs, aboutId }: Oldest & { hash: string; aboutId: string }) =>
    db
      .selectFrom('sessions as session')
      .innerJoin('users as user', 'user.id', 'session.user_id')
      .innerJoin('organizations as organization', 'organization.id', 'user.org_id')
      .leftJoin('project_roles as own', (join) =>
        join.onRef('own.user_id', '=', 'user.id').on('own.project_id', '=', projectAbout(kind, aboutId, 'user.org_id')),
      )
      .select(['session.id as sessionId', 'session.used_us as usedUs', 'session.ends_us as endsUs'])
      .select(['user.id', 'user.org_id as orgId'])
      .select(['user.role as organizationRole', 'organization.plan'])
      .select((row) => row.fn.coalesce('own.role', 'user.role').as('role'))
      .where('session.hash', '=', hash)
      .where('session.ends_us', '>', endsUs)
      .where('session.used_us', '>', usedUs)
      .where('user.removed_us', 'is', null),
  ),
)

export const sessionsTable = (access: Access) => {
  const { db } = access
  return {
    /** The person of a session that is not over, if they are still a member. */
    findActor: async (hash: string, oldest: Oldest, about?: About): Promise<SessionActor | undefined> => {
      const { kind, id: aboutId } = kindOf(about)
      const [row] = await findUser[kind](access, { hash, aboutId, ...oldest })
      return row
    },

    insert: async ({ id, userId, hash, endsUs, address, userAgent }: NewSession, atUs: number): Promise<void> => {
      const times = { created_us: atUs, used_us: atUs, ends_us: endsUs }
      const from = { address: address || null, user_agent: userAgent || null }
      await db
        .insertInto('sessions')
        .values({ id, user_id: userId, hash, ...times, ...from })
        .execute()
    },

    /** The sessions of a user that are not over, the last used first. */
    listOf: async (userId: UserId, oldest: Oldest, max: number): Promise<Omit<OpenSession, 'current'>[]> => {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('ends_us', '>', oldest.endsUs)
        .where('used_us', '>', oldest.usedUs)
        .orderBy('used_us', 'desc')
        .orderBy('created_us', 'desc')
        .limit(max)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        createdAt: isoTime(row.created_us),
        lastUsedAt: isoTime(row.used_us),
        ...(row.address === null ? {} : { address: row.address }),
        ...(row.user_agent === null ? {} : { userAgent: row.user_agent }),
      }))
    },

    touch: async (id: SessionId, atUs: number): Promise<void> => {
      await db.updateTable('sessions').set({ used_us: atUs }).where('id', '=', id).execute()
    },

    /** The methods below return the sessions that they ended: none if it was over already. */
    end: (id: SessionId): Promise<SessionId[]> => endWhere(db, 'id', id),

    /** Ends a session by its hash, for any user. */
    endByHash: (hash: string): Promise<SessionId[]> => endWhere(db, 'hash', hash),

    /** Ends a session only if it belongs to this user. */
    endOf: async (userId: UserId, id: string): Promise<SessionId | undefined> => {
      const ended = db
        .deleteFrom('sessions')
        .where('id', '=', id as SessionId)
        .where('user_id', '=', userId)
      return (await ended.returning('id').executeTakeFirst())?.id
    },

    endAll: (userId: UserId): Promise<SessionId[]> => endWhere(db, 'user_id', userId),

    removeOver: async (oldest: Oldest): Promise<void> => {
      await db
        .deleteFrom('sessions')
        .where((row) => row.or([row('ends_us', '<=', oldest.endsUs), row('used_us', '<=', oldest.usedUs)]))
        .execute()
    },
  }
}

const endWhere = async (db: Access['db'], column: 'id' | 'hash' | 'user_id', value: string): Promise<SessionId[]> =>
  (await db.deleteFrom('sessions').where(column, '=', value).returning('id').execute()).map((row) => row.id)
