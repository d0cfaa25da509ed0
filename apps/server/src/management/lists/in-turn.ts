import { fail } from '@bunting/contract'
import type { Store } from '../../store/store.ts'
import type { PreparedChange } from './prepare-change.ts'
import { discardParts, Overtaken, stageParts } from './stage-parts.ts'

/** So often other instances may come first. */
const attempts = 8

/** The changes of each list that are under way in this process, one after the other. */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Works a change of a list out, stages its parts and writes it down. Only the last is a transaction that others wait for,
 * and it is short; where another instance came first, all of it is done again.
 */
export const inTurn = <Result>(
  store: Store,
  listId: string,
  prepare: () => Promise<PreparedChange>,
  write: (prepared: PreparedChange) => Promise<Result>,
): Promise<Result> => {
  const before = underWay.get(listId)
  const work = (before ?? Promise.resolve()).catch(() => undefined).then(() => tryToWrite(store, prepare, write))
  const settled = work
    .catch(() => undefined)
    .then(() => {
      if (underWay.get(listId) === settled) underWay.delete(listId)
    })
  underWay.set(listId, settled)
  return work
}

const tryToWrite = async <Result>(
  store: Store,
  prepare: () => Promise<PreparedChange>,
  write: (prepared: PreparedChange) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const prepared = await prepare()
    try {
      if (prepared.next) await stageParts(store, prepared.next.parts)
      return await write(prepared)
    } catch (error) {
      if (prepared.next) await discardParts(store, prepared.next.parts)
      if (!(error instanceof Overtaken)) throw error
    } finally {
      await prepared.close()
    }
  }
  return fail('VERSION_CONFLICT', 'Others changed the list all the time. Try again.')
}
