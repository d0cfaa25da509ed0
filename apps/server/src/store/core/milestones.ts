import type { Access } from './access.ts'

export const milestonesTable = ({ db }: Access) => ({
  /** True for the one that reaches it first; another at the same moment waits to learn who it was. */
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
