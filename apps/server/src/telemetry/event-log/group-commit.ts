import { ApiError } from '@bunting/contract'
import type { EventBatch } from '../../store/tables/event-log.ts'

type Waiting<Batch> = { batch: Batch; events: number; answer: PromiseWithResolvers<string | undefined> }

/** The more there is in a commit, the longer everybody waits for it. */
const maxInCommit = 20_000
/** Past this, whoever sends has to try again: what waits is kept in memory. */
const maxWaiting = 200_000
/** While one commit is on its way to the disk, the next is prepared. */
const maxRunning = 2

/**
 * Many small batches share a commit: those that come while one is under way are written together by the next. `prepare`
 * runs at once for each, so that its work is spread.
 */
export const openGroupCommit = <Batch>(
  prepare: (batch: EventBatch) => Batch,
  commit: (batches: Batch[]) => Promise<(string | undefined)[]>,
) => {
  const waiting: Waiting<Batch>[] = []
  const running = new Set<Promise<void>>()
  let events = 0

  const take = (): Waiting<Batch>[] => {
    let size = 0
    const count = waiting.findIndex((one) => {
      size += one.events
      return size > maxInCommit
    })
    return waiting.splice(0, count === -1 ? waiting.length : Math.max(1, count))
  }

  const run = async (): Promise<void> => {
    const group = take()
    try {
      const answers = await commit(group.map(({ batch }) => batch))
      for (const [index, { answer }] of group.entries()) answer.resolve(answers[index])
    } catch (error) {
      for (const { answer } of group) answer.reject(error)
    } finally {
      events -= group.reduce((sum, one) => sum + one.events, 0)
    }
  }

  const start = (): void => {
    if (running.size >= maxRunning || waiting.length === 0) return
    const one: Promise<void> = run().finally(() => {
      running.delete(one)
      start()
    })
    running.add(one)
  }

  return {
    append: (batch: EventBatch): Promise<string | undefined> => {
      if (events > 0 && events + batch.events.length > maxWaiting) {
        throw new ApiError('SERVICE_UNAVAILABLE', 'More events wait to be written than can be held. Try again later.')
      }
      const answer = Promise.withResolvers<string | undefined>()
      waiting.push({ batch: prepare(batch), events: batch.events.length, answer })
      events += batch.events.length
      // After everybody who came in the same moment.
      setImmediate(start)
      return answer.promise
    },
    drain: async (): Promise<void> => {
      while (waiting.length + running.size > 0) {
        start()
        await Promise.all(running)
      }
    },
  }
}
