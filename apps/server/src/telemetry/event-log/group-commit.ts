import { ApiError } from '@bunting/contract'
import { batch } from '../../base/batch.ts'

/** The more there is in a commit, the longer everybody waits for it. */
const maxInCommit = 20_000
/** Events that may wait in memory; past this, senders have to try again. */
const maxWaiting = 200_000
/** While one commit is on its way to the disk, the next is prepared. */
const maxRunning = 2

/** Many small batches share a commit. `prepare` runs at once for each, so that its work is spread. */
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
