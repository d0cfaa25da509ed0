import type { FlagId, ProjectId, UserId } from '@bunting/contract'
import type { Access } from '../core/access.ts'

export const favouritesTable = ({ db }: Access) => ({
  /** The keys of a person's favourite flags in a project, including archived ones. */
  listKeys: async (userId: UserId, projectId: ProjectId): Promise<string[]> => {
    const rows = await db
      .selectFrom('favourites as favourite')
      .innerJoin('flags as flag', 'flag.id', 'favourite.flag_id')
      .select('flag.key')
      .where('favourite.user_id', '=', userId)
      .where('flag.project_id', '=', projectId)
      .execute()
    return rows.map(({ key }) => key).sort()
  },

  /** Does nothing if it is a favourite already. */
  add: async (user_id: UserId, flag_id: FlagId): Promise<void> => {
    await db
      .insertInto('favourites')
      .values({ user_id, flag_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  remove: async (userId: UserId, flagId: FlagId): Promise<void> => {
    await db.deleteFrom('favourites').where('user_id', '=', userId).where('flag_id', '=', flagId).execute()
  },
})
