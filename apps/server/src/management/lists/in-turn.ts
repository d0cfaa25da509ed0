import { fail } from '@bunting/contract'
import { serialQueue } from '../../base/serial-queue.ts'
import type { Store } from '../../store/store.ts'
import type { PreparedChange } from './prepare-change.ts'
import { discardParts, Overtaken, stageParts } from './stage-parts.ts'

/** The most times that other instances may come first. */
const attempts = 8

/** Changes of the same list in this process run one after the other, so that none of them is prepared in vain. */
const queues = new Map<string, { queue: ReturnType<typeof serialQueue>; waiting: number }>()

/**
 * Prepares a change of a list, stages its parts and stores it. Only storing is a transaction that others wait for, and it is
 * short. If another instance came first, everything is done again.
 */
export const inTurn = async <Result>(
  store: Store,
  listId: string,
  prepare: () => Promise<PreparedChange>,
  write: (prepared: PreparedChange) => Promise<Result>,
): Promise<Result> => {
  const own = queues.get(listId) ?? { queue: serialQueue(), waiting: 0 }
  queues.set(listId, own)
  own.waiting++
  try {
    return await own.queue.add(() => tryToWrite(store, prepare, write))
  } finally {
    if (--own.waiting === 0) queues.delete(listId)
  }
}

const tryToWrite = async <Result>(
  store: Store,
  prepare: () => Promise<PreparedChange>,
  write: (prepared: PreparedChange) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    let prepared: PreparedChange | undefined
    try {
      prepared = await prepare()
      if (prepared.next) await stageParts(store, prepared.next.parts)
      return await write(prepared)
    } catch (error) {
      if (prepared?.next) await discardParts(store, prepared.next.parts)
      if (!(error instanceof Overtaken)) throw error
    } finally {
      await prepared?.close()
    }
  }
  return fail('VERSION_CONFLICT', 'Others changed the list all the time. Try again.')
}
