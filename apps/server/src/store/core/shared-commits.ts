import { type Kysely, sql, type Transaction } from 'kysely'
import { batch } from '../../base/batch.ts'
import type { Schema } from './schema.ts'

type Work<Result> = (transaction: Transaction<Schema>) => Promise<Result>

/**
 * Transactions that share commits: a commit waits for the disk, and on the embedded database everybody waits with it.
 * Transactions that arrive meanwhile run one after the other, as they would anyway, and are committed together. Each
 * one is applied completely or not at all, and none is reported as done before all are on disk.
 */
export const sharedCommits = (db: Kysely<Schema>): (<Result>(work: Work<Result>) => Promise<Result>) => {
  const commits = batch<Work<unknown>, unknown>((works, failed) =>
    db.transaction().execute(async (transaction) => {
      const [only] = works
      if (only && works.length === 1) return [await only(transaction)]
      const results: unknown[] = []
      for (const work of works) {
        await sql`savepoint one`.execute(transaction)
        const result = await work(transaction).catch(async (error: unknown) => {
          // If SQLite rolled back the whole transaction, this fails, and all who share it fail with the original error.
          await sql`rollback to one`.execute(transaction).catch(() => {
            throw error
          })
          failed(work, error)
        })
        results.push(result)
        await sql`release one`.execute(transaction)
      }
      return results
    }),
  )
  return <Result>(work: Work<Result>) => commits.add(work) as Promise<Result>
}
