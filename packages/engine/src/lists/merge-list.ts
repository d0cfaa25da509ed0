import { type HashList, placeOf, sizeOf } from './hash-list.ts'

export type ListDelta = { readonly added: HashList; readonly removed: HashList }

/** The work between two yields, a few milliseconds. */
const copiedAtOnce = 500_000
const placedAtOnce = 10_000

/**
 * Makes the next version of a list; the list itself stays as it is. It yields every few milliseconds, so that the caller can
 * let others run. Returns undefined for a delta of another list: one that adds a known hash, or removes an unknown one.
 */
export function* mergeList(base: HashList, { added, removed }: ListDelta): Generator<void, HashList | undefined> {
  const size = sizeOf(base) + sizeOf(added) - sizeOf(removed)
  if (size < 0) return undefined
  const next = yield* makeInParts(size)
  let from = 0
  let to = 0

  /** The hashes copied since the last yield. */
  let copied = 0
  function* copyUpTo(end: number): Generator<void> {
    while (from < end) {
      const part = Math.min(end, from + copiedAtOnce - copied)
      next.high.set(base.high.subarray(from, part), to)
      next.low.set(base.low.subarray(from, part), to)
      to += part - from
      copied += part - from
      from = part
      if (copied < copiedAtOnce) continue
      copied = 0
      yield
    }
  }

  let nextAdded = 0
  let nextRemoved = 0
  for (let step = 1; nextAdded < sizeOf(added) || nextRemoved < sizeOf(removed); step++) {
    const isAdded = isBefore(added, nextAdded, removed, nextRemoved)
    const [high, low] = isAdded ? hashAt(added, nextAdded++) : hashAt(removed, nextRemoved++)
    const place = placeOf(base, high, low)
    const isThere = place < sizeOf(base) && base.high[place] === high && base.low[place] === low
    if (isThere === isAdded || place < from || to + place - from + Number(isAdded) > size) return undefined
    yield* copyUpTo(place)
    if (isAdded) {
      next.high[to] = high
      next.low[to] = low
      to++
    } else from++
    if (step % placedAtOnce === 0) yield
  }
  if (to + sizeOf(base) - from !== size) return undefined
  yield* copyUpTo(sizeOf(base))
  return next
}

/** Allocating so much memory takes a while, since it is filled with zeros: so each half has a turn of its own. */
function* makeInParts(size: number): Generator<void, HashList> {
  const high = new Uint32Array(size)
  yield
  const low = new Uint32Array(size)
  yield
  return { high, low }
}

const hashAt = ({ high, low }: HashList, at: number): [number, number] => [high[at] as number, low[at] as number]

/** Tells whether the next added hash comes before the next removed one. */
const isBefore = (added: HashList, at: number, removed: HashList, removedAt: number): boolean => {
  if (at === sizeOf(added) || removedAt === sizeOf(removed)) return at < sizeOf(added)
  const [high, low] = hashAt(added, at)
  const [otherHigh, otherLow] = hashAt(removed, removedAt)
  return high < otherHigh || (high === otherHigh && low < otherLow)
}
