import type { ProjectId, UserId } from '@bunting/contract'
import { type Access, locked } from '../core/access.ts'
import { type PlacedApiKey, toApiKey } from './api-key-row.ts'

/** The keys of people. */
export const ownedKeys = (access: Access) => {
  const { db } = access
  return {
    /** Locks the keys of a person that are not revoked, and returns each with its project. */
    lockOwned: async (ownerId: UserId): Promise<(PlacedApiKey & { projectId: ProjectId })[]> => {
      const query = db
        .selectFrom('api_keys')
        .selectAll()
        .select((row) =>
          row
            .selectFrom('environments')
            .select('project_id')
            .whereRef('environments.id', '=', 'api_keys.environment_id')
            .as('projectId'),
        )
        .where('owner_id', '=', ownerId)
        .where('revoked_us', 'is', null)
        .orderBy('id')
      return (await locked(access, query).execute()).map((row) => ({
        ...toApiKey(row),
        projectId: row.projectId as ProjectId,
      }))
    },

    /** Counts the keys of these people that are not revoked; a person without any is left out. */
    countOwned: async (ownerIds: readonly UserId[]): Promise<Map<UserId, number>> => {
      if (ownerIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('api_keys')
        .select((row) => ['owner_id', row.fn.countAll<number | string>().as('count')])
        .where('owner_id', 'in', ownerIds)
        .where('revoked_us', 'is', null)
        .groupBy('owner_id')
        .execute()
      return new Map(rows.map(({ owner_id, count }) => [owner_id as UserId, Number(count)]))
    },

    /** Gives the keys of one person to another. */
    handOver: async (from: UserId, to: UserId): Promise<void> => {
      await db
        .updateTable('api_keys')
        .set({ owner_id: to })
        .where('owner_id', '=', from)
        .where('revoked_us', 'is', null)
        .execute()
    },
  }
}
