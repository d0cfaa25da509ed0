import type { ApiKeyId, ApiKeyType, EnvironmentId, OrganizationId, Plan, Role, Scope, UserId } from '@bunting/contract'
import type { Access } from '../core/access.ts'
import { prepared } from '../core/prepared.ts'
import { type About, kindOf, perKind, projectAbout } from './about.ts'
import { toScopes } from './api-key-row.ts'

/** A key as a caller: its id, its scopes, and the role of its owner. */
export type KeyActor = {
  id: ApiKeyId
  orgId: OrganizationId
  environmentId: EnvironmentId
  keyType: ApiKeyType
  scopes: readonly Scope[]
  /** The role is that in the project that the request is about, else in the organization. */
  owner: { id: UserId; role: Role; removed: boolean } | null
  plan: Plan
  usedMs: number | null
  /** The time at which the key, or the secret that was used, stops working; null if it does not expire. */
  endsMs: number | null
}

type Asked = { hash: string; nowMs: number; aboutId: string }

const findKey = perKind((kind) =>
  prepared(({ db }, { hash, nowMs, aboutId }: Asked) =>
    db
      .selectFrom('api_keys as key')
      .innerJoin('organizations as organization', 'organization.id', 'key.org_id')
      .leftJoin('users as owner', 'owner.id', 'key.owner_id')
      .leftJoin('project_roles as own', (join) =>
        join.onRef('own.user_id', '=', 'owner.id').on('own.project_id', '=', projectAbout(kind, aboutId, 'key.org_id')),
      )
      .selectAll('key')
      .select(['organization.plan', 'owner.removed_us as ownerRemovedUs'])
      .select((row) =>
        row.selectFrom('retired_secrets').select('until_ms').where('hash', '=', hash).as('secretUntilMs'),
      )
      .select((row) => row.fn.coalesce('own.role', 'owner.role').as('ownerRole'))
      .where((row) =>
        row.or([
          row('key.hash', '=', hash),
          row(
            'key.id',
            '=',
            row.selectFrom('retired_secrets').select('key_id').where('hash', '=', hash).where('until_ms', '>', nowMs),
          ),
        ]),
      )
      .where('key.revoked_us', 'is', null)
      .where((row) => row.or([row('key.expires_ms', 'is', null), row('key.expires_ms', '>', nowMs)])),
  ),
)

export const keyActors = (access: Access) => ({
  /** The holder of a key that is valid now, by its current secret or a former one that still works. */
  findActor: async (hash: string, nowMs: number, about?: About): Promise<KeyActor | undefined> => {
    const { kind, id: aboutId } = kindOf(about)
    const [row] = await findKey[kind](access, { hash, nowMs, aboutId })
    if (!row) return undefined
    const { id, org_id: orgId, environment_id: environmentId, type: keyType, plan, used_ms: usedMs } = row
    const owner =
      row.owner_id === null || row.ownerRole === null
        ? null
        : { id: row.owner_id, role: row.ownerRole, removed: row.ownerRemovedUs !== null }
    const ends = [row.expires_ms, row.secretUntilMs].filter((end) => end !== null)
    const endsMs = ends.length === 0 ? null : Math.min(...ends)
    return { id, orgId, environmentId, keyType, scopes: toScopes(row.scopes), owner, plan, usedMs, endsMs }
  },
})
