import { type Kysely, sql, type Transaction } from 'kysely'
import { gather } from '../../base/gather.ts'
import type { Schema } from './schema.ts'

type Work<Result> = (transaction: Transaction<Schema>) => Promise<Result>

/** What waits for its turn. */
type Item = { run: Work<void> }

/**
 * Transactions that share commits: a commit waits for the disk, and on the embedded database everybody waits with it. Those
 * of one turn of the loop go one after the other, as they would in any case, and are committed together. Each is whole or
 * not at all, and none is done before all are on disk.
 */
export const sharedCommits = (db: Kysely<Schema>): (<Result>(work: Work<Result>) => Promise<Result>) => {
  const join = gather<Item>((items, failed) =>
    db.transaction().execute(async (transaction) => {
      const [only] = items
      if (only && items.length === 1) return only.run(transaction)
      for (const item of items) {
        await sql`savepoint one`.execute(transaction)
        await item.run(transaction).catch(async (error: unknown) => {
          // Where SQLite gave up the whole transaction this fails, and all that share it fail with what made it do so.
          await sql`rollback to one`.execute(transaction).catch(() => {
            throw error
          })
          failed(item, error)
        })
        await sql`release one`.execute(transaction)
      }
    }),
  )
  return async <Result>(work: Work<Result>): Promise<Result> => {
    let result: Result | undefined
    const run = async (transaction: Transaction<Schema>) => {
      result = await work(transaction)
    }
    await join({ run })
    return result as Result
  }
}
