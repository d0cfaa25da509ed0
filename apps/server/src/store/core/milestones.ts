import type { Access } from './access.ts'

export const milestonesTable = ({ db }: Access) => ({
  /** True for the first caller; a concurrent one waits for the database to decide who was first. */
  reach: async (name: string): Promise<boolean> => {
    const reached = await db
      .insertInto('milestones')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst()
    return reached !== undefined
  },
})
