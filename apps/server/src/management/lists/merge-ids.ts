import { createHash } from 'node:crypto'
import { giveTurn } from '../../base/give-turn.ts'
import { lastOf } from '../../rules/lists/hash-bytes.ts'
import { compareAt, emptySet, type HashSet, placeBefore, sizeOf } from '../../rules/lists/hash-set.ts'
import type { PartsWriter } from './parts-writer.ts'

export type IdsOperation = 'add' | 'remove' | 'replace'

type Sets = AsyncIterator<HashSet> | Iterator<HashSet>

/** A position in sets that follow each other. */
const openCursor = (sets: Sets) => {
  const cursor = {
    set: emptySet,
    at: 0,
    isOver: false,
    /** Moves on to the next set when one is at its end. */
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
 * Merges a list with the hashes that are given, both in order, and writes the next version of the list: whole, and as the
 * hashes that are added and removed. Returns the SHA-256 over all its hashes.
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

  /** Merges until one of the sets is at its end. Runs of the one between two hashes of the other are copied at once. */
  const mergeHere = (): void => {
    const [baseEnd, operandEnd] = [sizeOf(base.set), sizeOf(operand.set)]
    if (base.at === 0 && isAllBefore(base, operand)) {
      putKnown(baseEnd)
      return
    }
    while (base.at < baseEnd && operand.at < operandEnd) {
      const order = compareAt(base.set, base.at, operand.set, operand.at)
      if (order < 0) putKnown(placeBefore(base.set, base.at, operand.set, operand.at))
      else if (order > 0) putGiven(placeBefore(operand.set, operand.at, base.set, base.at))
      else {
        const into = takesOut ? removed : next
        const length = sameRunOf(base, operand)
        into.put(base.set, base.at, base.at + length)
        base.at += length
        operand.at += length
      }
    }
    if (operand.isOver) putKnown(baseEnd)
    if (base.isOver) putGiven(operandEnd)
  }

  const putKnown = (end: number): void => {
    const into = replaces ? removed : next
    into.put(base.set, base.at, end)
    base.at = end
  }

  const putGiven = (end: number): void => {
    if (!takesOut) {
      added.put(operand.set, operand.at, end)
      next.put(operand.set, operand.at, end)
    }
    operand.at = end
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

type Cursor = ReturnType<typeof openCursor>

/** Tells whether a whole set comes before the other's next hash: then it is taken over without comparing each hash. */
const isAllBefore = ({ set, isOver }: Cursor, other: Cursor): boolean => {
  if (isOver || sizeOf(set) === 0) return false
  if (other.isOver) return true
  const { high, low } = lastOf(set)
  const next = other.set.words[2 * other.at] as number
  return high < next || (high === next && low < (other.set.words[2 * other.at + 1] as number))
}

/** The number of hashes that are the same in both from here on. */
const sameRunOf = (one: Cursor, other: Cursor): number => {
  const max = Math.min(sizeOf(one.set) - one.at, sizeOf(other.set) - other.at)
  let length = 1
  while (length < max && compareAt(one.set, one.at + length, other.set, other.at + length) === 0) length++
  return length
}
