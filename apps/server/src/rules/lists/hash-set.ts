/**
 * Hashes of 64 bits, ascending and each once: two words each, the upper half first. If a list keeps its ids, each is beside
 * its hash. A set that was made of bytes (see `hash-bytes.ts`) has those too, and makes words when they are asked for.
 */
export type HashSet = {
  readonly words: Uint32Array
  readonly ids?: readonly string[]
  readonly bytes?: Uint8Array
  /** Of the bytes. */
  readonly view?: DataView
}

export const emptySet: HashSet = { words: new Uint32Array(0) }

export const sizeOf = (set: HashSet): number => (set.bytes ? set.bytes.length / 8 : set.words.length / 2)

/**
 * A half of a hash: of the hash at 3, the upper half is 6 and the lower one 7. Bytes are read as they are, so that a set that
 * only a few hashes are looked for in never becomes words.
 */
export const halfAt = (set: HashSet, half: number): number =>
  set.view ? set.view.getUint32(4 * half) : (set.words[half] as number)

/** Returns a number below 0, 0, or above 0, as the one is before, at or after the other. Halves are unsigned. */
export const compareAt = (a: HashSet, at: number, b: HashSet, other: number): number =>
  halfAt(a, 2 * at) - halfAt(b, 2 * other) || halfAt(a, 2 * at + 1) - halfAt(b, 2 * other + 1)

export const isHashAt = (set: HashSet, at: number, high: number, low: number): boolean =>
  at < sizeOf(set) && halfAt(set, 2 * at) === high && halfAt(set, 2 * at + 1) === low

/** How many hashes of a set come before a hash; the first `from` are known to. A near place is found in few steps. */
export const placeIn = (set: HashSet, high: number, low: number, from = 0): number => {
  const size = sizeOf(set)
  const { view } = set
  const words = view ? emptySet.words : set.words
  const isBefore = (at: number): boolean => {
    const there = view ? view.getUint32(8 * at) : (words[2 * at] as number)
    if (there !== high) return there < high
    return (view ? view.getUint32(8 * at + 4) : (words[2 * at + 1] as number)) < low
  }
  let start = from
  let step = 1
  while (start + step <= size && isBefore(start + step - 1)) {
    start += step
    step *= 2
  }
  let end = Math.min(size, start + step)
  while (start < end) {
    const middle = (start + end) >>> 1
    if (isBefore(middle)) start = middle + 1
    else end = middle
  }
  return start
}

/** How many hashes of one set come before a hash of the other; the first `from` are known to. */
export const placeBefore = (one: HashSet, from: number, other: HashSet, at: number): number =>
  placeIn(one, halfAt(other, 2 * at), halfAt(other, 2 * at + 1), from)

export const slice = ({ words, ids }: HashSet, from: number, to: number): HashSet => ({
  words: words.subarray(2 * from, 2 * to),
  ...(ids && { ids: ids.slice(from, to) }),
})

/** Takes runs of sets, in order, into a new set of at most `maxSize` hashes. */
export const openSet = (maxSize: number, keepIds: boolean) => {
  const words = new Uint32Array(2 * maxSize)
  const ids: string[] | undefined = keepIds ? [] : undefined
  let end = 0
  return {
    put: (from: HashSet, start: number, stop: number): void => {
      words.set(from.words.subarray(2 * start, 2 * stop), end)
      end += 2 * (stop - start)
      if (ids) for (let at = start; at < stop; at++) ids.push(from.ids?.[at] ?? '')
    },
    close: (): HashSet => ({ words: end === words.length ? words : words.slice(0, end), ...(ids && { ids }) }),
  }
}

/** Combines two sets: all of `a`, unless it is in both, and of `b` if asked. Runs of one between two of the other are copied. */
const combine = (a: HashSet, b: HashSet, keep: { both: boolean; b: boolean }): HashSet => {
  const [sizeA, sizeB] = [sizeOf(a), sizeOf(b)]
  const made = openSet(sizeA + (keep.b ? sizeB : 0), a.ids !== undefined || b.ids !== undefined)
  let [atA, atB] = [0, 0]
  while (atA < sizeA || atB < sizeB) {
    const endA = atB === sizeB ? sizeA : placeBefore(a, atA, b, atB)
    made.put(a, atA, endA)
    atA = endA
    const endB = atA === sizeA ? sizeB : placeBefore(b, atB, a, atA)
    if (keep.b) made.put(b, atB, endB)
    atB = endB
    if (atA === sizeA || atB === sizeB || compareAt(a, atA, b, atB) !== 0) continue
    if (keep.both) made.put(a, atA, atA + 1)
    atA++
    atB++
  }
  return made.close()
}

export const union = (a: HashSet, b: HashSet): HashSet => {
  if (sizeOf(a) === 0 || sizeOf(b) === 0) return sizeOf(a) === 0 ? b : a
  return combine(a, b, { both: true, b: true })
}

export const difference = (a: HashSet, b: HashSet): HashSet =>
  sizeOf(a) === 0 || sizeOf(b) === 0 ? a : combine(a, b, { both: false, b: false })
