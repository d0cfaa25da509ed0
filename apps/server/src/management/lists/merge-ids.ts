import { createHash } from 'node:crypto'
import { giveTurn } from '../../base/give-turn.ts'
import { compareAt, emptySet, type HashSet, sizeOf } from '../../rules/lists/hash-set.ts'
import type { PartsWriter } from './parts-writer.ts'

export type IdsOperation = 'add' | 'remove' | 'replace'

type Sets = AsyncIterator<HashSet> | Iterator<HashSet>

/** Goes through sets that follow each other. */
const openCursor = (sets: Sets) => {
  const cursor = {
    set: emptySet,
    at: 0,
    isOver: false,
    /** Comes to the next hash, where the set is at its end. */
    fill: async (): Promise<void> => {
      while (!cursor.isOver && cursor.at === sizeOf(cursor.set)) {
        const { value, done } = await sets.next()
        cursor.at = 0
        cursor.set = done ? emptySet : value
        cursor.isOver = done === true
      }
    },
  }
  return cursor
}

export type Written = { next: PartsWriter; added: PartsWriter; removed: PartsWriter }

/**
 * Goes through a list and what is given, both in order, and writes down what becomes of the list: whole, and as what is
 * added and removed. Comes back with the SHA-256 over all its hashes.
 */
export const mergeIds = async (
  operation: IdsOperation,
  list: Sets,
  given: Sets,
  { next, added, removed }: Written,
): Promise<string> => {
  const [base, operand] = [openCursor(list), openCursor(given)]
  const takesOut = operation === 'remove'
  const replaces = operation === 'replace'
  const sha256 = createHash('sha256')
  next.onPart((bytes) => sha256.update(bytes))

  /** Until one of the sets is at its end. */
  const mergeHere = (): void => {
    while (base.at < sizeOf(base.set) && operand.at < sizeOf(operand.set)) {
      const order = compareAt(base.set, base.at, operand.set, operand.at)
      if (order < 0) (replaces ? removed : next).put(base.set, base.at++)
      else if (order > 0) putGiven()
      else {
        ;(takesOut ? removed : next).put(base.set, base.at++)
        operand.at++
      }
    }
    if (operand.isOver) for (; base.at < sizeOf(base.set); base.at++) (replaces ? removed : next).put(base.set, base.at)
    if (base.isOver) while (operand.at < sizeOf(operand.set)) putGiven()
  }

  const putGiven = (): void => {
    if (!takesOut) {
      added.put(operand.set, operand.at)
      next.put(operand.set, operand.at)
    }
    operand.at++
  }

  for (;;) {
    await base.fill()
    await operand.fill()
    if (base.isOver && operand.isOver) break
    mergeHere()
    for (const writer of [next, added, removed]) await writer.flush()
    await giveTurn()
  }
  for (const writer of [next, added, removed]) await writer.end()
  return sha256.digest('hex')
}
