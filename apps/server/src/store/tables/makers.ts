import type { ActorId, ApiKeyId, OrganizationId, Role, UserId } from '@bunting/contract'
import type { Maker } from '../../rules/access/makers.ts'
import type { Access } from '../core/access.ts'
import { toScopes } from './api-key-row.ts'
import { projectRolesTable } from './project-roles.ts'

/** The creators of resources, people or keys, with their current rights. */
export const makersTable = (access: Access) => {
  const { db } = access

  const findPeople = (orgId: OrganizationId, ids: readonly ActorId[]) =>
    db
      .selectFrom('users')
      .select(['id', 'role', 'removed_us as removedUs'])
      .where('org_id', '=', orgId)
      .where('id', 'in', ids as UserId[])
      .execute()

  const findKeys = (orgId: OrganizationId, ids: readonly ActorId[]) =>
    db
      .selectFrom('api_keys as key')
      .leftJoin('users as owner', 'owner.id', 'key.owner_id')
      .select(['key.id', 'key.scopes', 'key.revoked_us as revokedUs', 'key.expires_ms as expiresMs'])
      .select(['owner.id as ownerId', 'owner.role as ownerRole', 'owner.removed_us as ownerRemovedUs'])
      .where('key.org_id', '=', orgId)
      .where('key.id', 'in', ids as ApiKeyId[])
      .execute()

  return {
    /** Leaves out unknown ids. */
    find: async (orgId: OrganizationId, ids: readonly ActorId[]): Promise<Map<ActorId, Maker>> => {
      if (ids.length === 0) return new Map()
      const [people, keys] = [await findPeople(orgId, ids), await findKeys(orgId, ids)]
      const persons = [...people.map(({ id }) => id), ...keys.flatMap(({ ownerId }) => ownerId ?? [])]
      const projects = await projectRolesTable(access).ofUsers(persons)
      const person = (id: UserId, role: Role, removedUs: number | null) => ({
        role,
        removed: removedUs !== null,
        projects: projects.get(id) ?? {},
      })
      return new Map<ActorId, Maker>([
        ...people.map(({ id, role, removedUs }) => [id, { type: 'user', ...person(id, role, removedUs) }] as const),
        ...keys.map(({ id, scopes, revokedUs, expiresMs, ownerId, ownerRole, ownerRemovedUs }) => {
          const owner = ownerId === null || ownerRole === null ? null : person(ownerId, ownerRole, ownerRemovedUs)
          const key = { scopes: toScopes(scopes), revoked: revokedUs !== null, expiresMs, owner }
          return [id, { type: 'api_key', ...key }] as const
        }),
      ])
    },
  }
}
