import type { ProjectId, Role, UserId } from '@bunting/contract'
import type { Access } from '../core/access.ts'

/** The roles of a person, by project. */
export type ProjectRoles = Record<ProjectId, Role>

export const projectRolesTable = ({ db }: Access) => {
  /** Project roles by user; a user without any is left out. */
  const ofUsers = async (userIds: readonly UserId[]): Promise<Map<UserId, ProjectRoles>> => {
    if (userIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('project_roles')
      .selectAll()
      .where('user_id', 'in', userIds)
      .orderBy('project_id')
      .execute()
    const byUser = Map.groupBy(rows, (row) => row.user_id)
    return new Map(
      [...byUser].map(([userId, own]) => [userId, Object.fromEntries(own.map((row) => [row.project_id, row.role]))]),
    )
  }
  return {
    ofUsers,

    /** Undefined if the person has none. */
    ofUser: async (userId: UserId): Promise<ProjectRoles | undefined> => (await ofUsers([userId])).get(userId),

    set: async (userId: UserId, projectId: ProjectId, role: Role): Promise<void> => {
      await db
        .insertInto('project_roles')
        .values({ user_id: userId, project_id: projectId, role })
        .onConflict((conflict) => conflict.columns(['user_id', 'project_id']).doUpdateSet({ role }))
        .execute()
    },

    remove: async (userId: UserId, projectId: ProjectId): Promise<void> => {
      await db.deleteFrom('project_roles').where('user_id', '=', userId).where('project_id', '=', projectId).execute()
    },

    removeAll: async (userId: UserId): Promise<void> => {
      await db.deleteFrom('project_roles').where('user_id', '=', userId).execute()
    },
  }
}
