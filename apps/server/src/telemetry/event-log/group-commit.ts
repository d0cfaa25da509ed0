import { ApiError } from '@bunting/contract'
import { batch } from '../../base/batch.ts'

/** The most events per commit: the larger a commit, the longer everybody waits for it. */
const maxInCommit = 20_000
/** The most events that wait in memory; above this, senders have to retry. */
const maxWaiting = 200_000
/** Two commits run at once: while one is written to disk, the next is prepared. */
const maxRunning = 2

/** Combines many small batches into a commit. `prepare` runs at once for each batch, so that its work is spread out. */
export const groupCommit = <Given, Batch>(
  prepare: (batch: Given) => Batch,
  commit: (batches: Batch[]) => Promise<(string | undefined)[]>,
  sizeOf: (batch: Given) => number,
) => {
  let waiting = 0
  const commits = batch<{ prepared: Batch; events: number }, string | undefined>(
    (group) => commit(group.map(({ prepared }) => prepared)),
    { maxRunning, maxSize: maxInCommit, sizeOf: ({ events }) => events },
  )

  return {
    append: async (given: Given): Promise<string | undefined> => {
      const events = sizeOf(given)
      if (waiting > 0 && waiting + events > maxWaiting) {
        throw new ApiError('SERVICE_UNAVAILABLE', 'More events wait to be written than can be held. Try again later.')
      }
      const prepared = prepare(given)
      waiting += events
      try {
        return await commits.add({ prepared, events })
      } finally {
        waiting -= events
      }
    },
    idle: commits.idle,
  }
}
