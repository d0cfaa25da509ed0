import type { Member, OrganizationId, Page, Paging, Role, UserId } from '@bunting/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import { plainEmail } from '../../rules/access/admission.ts'
import { type Access, locked } from '../core/access.ts'
import { countOf } from '../core/count-of.ts'
import { isoTime, newestFirst, pageOf } from '../core/list.ts'
import type { Schema } from '../core/schema.ts'

/** A person as their identity provider knows them: `identity` stays the same when the name changes. */
export type Identity = { identity: string; name: string; email: string | null }
export type NewUser = Identity & {
  id: UserId
  orgId: OrganizationId
  role: Role
  roleFromGroups?: boolean
  invited?: boolean
}

/** A current or former member: former ones are kept, so that their actions keep a name. */
export type User = Member & {
  orgId: OrganizationId
  /** The e-mail in its normal form for comparison, if it belongs to this account and not to another. */
  address: string | null
  removedAt: string | null
  roleFromGroups: boolean
  invited: boolean
  /** The time since which they have their rights: they joined, came back or got a higher role. */
  sinceUs: number
}

export const usersTable = (access: Access) => {
  const { db } = access
  const lower = (text: unknown) =>
    access.dialect === 'postgres' ? sql<string>`lower(${text} collate "C")` : sql<string>`lower(${text})`
  const findIdentity = async (identity: string): Promise<User | undefined> => {
    const row = await db.selectFrom('users').selectAll().where('identity', '=', identity).executeTakeFirst()
    return row && toUser(row)
  }
  const update = async (id: UserId, fields: Updateable<Schema['users']>) =>
    toUser(await db.updateTable('users').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow())

  return {
    findIdentity,

    find: async (orgId: OrganizationId, id: string): Promise<User | undefined> => {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', id as UserId)
        .where('org_id', '=', orgId)
        .executeTakeFirst()
      return row && toUser(row)
    },

    /** Returns their current state, and locks them until the transaction ends. */
    lock: async (id: UserId): Promise<User> =>
      toUser(await locked(access, db.selectFrom('users').selectAll().where('id', '=', id)).executeTakeFirstOrThrow()),

    /** Locks several, in the order of their ids, so that two transactions cannot deadlock. */
    lockAll: async (ids: readonly UserId[]): Promise<Map<UserId, User>> => {
      const query = db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id')
      return new Map((await locked(access, query).execute()).map((row) => [row.id, toUser(row)]))
    },

    /** Returns those of the ids that are members now. */
    presentAmong: async (orgId: OrganizationId, ids: readonly UserId[]): Promise<Set<UserId>> => {
      if (ids.length === 0) return new Set()
      const rows = await db
        .selectFrom('users')
        .select('id')
        .where('org_id', '=', orgId)
        .where('removed_us', 'is', null)
        .where('id', 'in', ids)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /** Current and former members with an e-mail. Ignores case for A to Z only: databases differ in other letters. */
    listByEmail: async (orgId: OrganizationId, email: string): Promise<User[]> => {
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where('org_id', '=', orgId)
        .where(lower(sql.ref('email')), '=', lower(email))
        .orderBy('created_us')
        .execute()
      return rows.map(toUser)
    },

    /**
     * The addresses of people, members or not, in the form in which they are compared; a person without one is left
     * out.
     */
    addressesOf: async (ids: readonly UserId[]): Promise<Map<UserId, string>> => {
      if (ids.length === 0) return new Map()
      const rows = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute()
      return new Map(rows.flatMap(({ id, email }) => (email === null ? [] : [[id, plainEmail(email)]])))
    },

    /** The number of members whose e-mail belongs to another account, from before addresses were unique. */
    countSharing: async (): Promise<number> => {
      const { count } = await db
        .selectFrom('users as one')
        .innerJoin('users as other', (join) =>
          join
            .onRef('other.org_id', '=', 'one.org_id')
            .on('other.address', '=', lower(sql.ref('one.email')))
            .onRef('other.id', '<>', 'one.id'),
        )
        .select((row) => row.fn.countAll<number | string>().as('count'))
        .where('one.removed_us', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** Lists current members only. */
    list: async (orgId: OrganizationId, paging: Paging): Promise<Page<User>> => {
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('removed_us', 'is', null)
        .$call(newestFirst(paging))
        .execute()
      return pageOf(rows, paging, toUser)
    },

    /** The names of those of the ids that are current or former members of the organization. */
    describe: async (orgId: OrganizationId, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
      db
        .selectFrom('users')
        .select(['id', 'name'])
        .where('org_id', '=', orgId)
        .where('id', 'in', ids as UserId[])
        .execute(),

    /** Counts current members only. */
    count: (orgId: OrganizationId): Promise<number> =>
      countOf(
        db,
        db.selectFrom('users').select('created_us').where('org_id', '=', orgId).where('removed_us', 'is', null),
      ),

    countAdmins: async (orgId: OrganizationId): Promise<number> => {
      const { admins } = await db
        .selectFrom('users')
        .select((row) => row.fn.countAll<number>().as('admins'))
        .where('org_id', '=', orgId)
        .where('role', '=', 'admin')
        .where('removed_us', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(admins)
    },

    /**
     * Inserts a user, or returns the one with this identity: two calls at once get the same. No other user may have
     * their address.
     */
    insert: async (user: NewUser, atUs: number): Promise<User> => {
      const { orgId, roleFromGroups = false, ...fields } = user
      const address = addressIn(user)
      const known = await findIdentity(user.identity)
      if (known) return known
      for (let created_us = atUs; ; created_us++) {
        const row = await db
          .insertInto('users')
          .values({ ...fields, org_id: orgId, address, role_from_groups: roleFromGroups, created_us })
          .onConflict((conflict) => conflict.columns(['org_id', 'created_us']).doNothing())
          .returningAll()
          .executeTakeFirst()
        if (row) return toUser(row)
      }
    },

    /** Stores what the identity provider says now. */
    refresh: (
      id: UserId,
      { name, email, roleFromGroups, invited }: Identity & Pick<User, 'roleFromGroups' | 'invited'>,
    ): Promise<User> =>
      update(id, { name, email, address: addressIn({ email }), role_from_groups: roleFromGroups, invited }),

    /** A removed person becomes a member again, with their address. */
    setRole: ({ id, email, removedAt }: User, role: Role): Promise<User> =>
      update(id, { role, ...(removedAt === null ? {} : { removed_us: null, address: addressIn({ email }) }) }),

    /** Records the time at which the person got more rights, in any project or in the organization. */
    noteRaised: (id: UserId, atUs: number): Promise<User> => update(id, { raised_us: atUs }),

    remove: (id: UserId, atUs: number): Promise<User> => update(id, { removed_us: atUs, address: null }),
  }
}

const addressIn = ({ email }: Pick<Identity, 'email'>): string | null => email && plainEmail(email)

const toUser = (row: Selectable<Schema['users']>): User => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  email: row.email,
  address: row.address,
  role: row.role,
  roleFromGroups: Boolean(row.role_from_groups),
  invited: Boolean(row.invited),
  createdAt: isoTime(row.created_us),
  sinceUs: Math.max(row.created_us, row.raised_us),
  removedAt: row.removed_us === null ? null : isoTime(row.removed_us),
})
