import type { CodeRemoval, FlagId } from '@bunting/contract'
import type { Access } from '../core/access.ts'
import { isoTime } from '../core/list.ts'

export type NotedRemoval = { flagId: FlagId; repository: string; commit: string; atMs: number; author: string | null }

/** The commits that removed the last reference to a flag from the code. */
export const codeRemovalsTable = ({ db }: Access) => ({
  /** Stores removals, and keeps the latest of each flag. */
  note: async (removals: readonly NotedRemoval[]): Promise<void> => {
    if (removals.length === 0) return
    await db
      .insertInto('code_removals')
      .values(
        removals.map(({ flagId, repository, commit, atMs, author }) => ({
          flag_id: flagId,
          repository,
          commit_id: commit,
          at_ms: atMs,
          author,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('flag_id')
          .doUpdateSet((row) => ({
            repository: row.ref('excluded.repository'),
            commit_id: row.ref('excluded.commit_id'),
            at_ms: row.ref('excluded.at_ms'),
            author: row.ref('excluded.author'),
          }))
          .whereRef('code_removals.at_ms', '<=', 'excluded.at_ms'),
      )
      .execute()
  },

  find: async (flagId: FlagId): Promise<CodeRemoval | undefined> => {
    const row = await db.selectFrom('code_removals').selectAll().where('flag_id', '=', flagId).executeTakeFirst()
    return (
      row && {
        repository: row.repository,
        commit: row.commit_id,
        at: isoTime(row.at_ms * 1_000),
        ...(row.author === null ? {} : { author: row.author }),
      }
    )
  },
})
