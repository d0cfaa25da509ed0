import type { ExperimentId } from '@bunting/contract'
import type { Access } from '../core/access.ts'

/** What experiments came to, once they were stopped: units go, and backups of this database have no units. */
export const experimentFiguresTable = ({ db }: Access) => ({
  find: async (experimentId: ExperimentId): Promise<string | undefined> => {
    const query = db.selectFrom('experiment_figures').select('figures').where('experiment_id', '=', experimentId)
    return (await query.executeTakeFirst())?.figures
  },

  /** JSON, in place of what was there. */
  put: async (experimentId: ExperimentId, figures: string): Promise<void> => {
    await db
      .insertInto('experiment_figures')
      .values({ experiment_id: experimentId, figures })
      .onConflict((conflict) => conflict.column('experiment_id').doUpdateSet({ figures }))
      .execute()
  },
})
