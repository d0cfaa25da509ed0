/**
 * Hashes of 64 bits, ascending and each once: two words each, the upper half first. Where a list keeps its ids, each is
 * beside its hash. Where they come from bytes (see `hash-bytes.ts`), those are at hand, and words are made when asked for.
 */
export type HashSet = { readonly words: Uint32Array; readonly ids?: readonly string[]; readonly bytes?: Uint8Array }

export const emptySet: HashSet = { words: new Uint32Array(0) }

export const sizeOf = (set: HashSet): number => (set.bytes ? set.bytes.length / 8 : set.words.length / 2)

/** Below 0, 0 or above 0, as the one is before, at or after the other. Halves are unsigned. */
export const compareAt = (a: HashSet, at: number, b: HashSet, other: number): number =>
  (a.words[2 * at] as number) - (b.words[2 * other] as number) ||
  (a.words[2 * at + 1] as number) - (b.words[2 * other + 1] as number)

/** How many of them come before the hash, of which the first `from` surely do. It is found soon where it is near. */
export const placeIn = ({ words }: HashSet, high: number, low: number, from = 0): number => {
  const size = words.length / 2
  const isBefore = (at: number): boolean => {
    const there = words[2 * at] as number
    return there < high || (there === high && (words[2 * at + 1] as number) < low)
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

/** How many of one set, from a place on, come before a hash of the other. */
export const placeBefore = (one: HashSet, from: number, other: HashSet, at: number): number =>
  placeIn(one, other.words[2 * at] as number, other.words[2 * at + 1] as number, from)

export const slice = ({ words, ids }: HashSet, from: number, to: number): HashSet => ({
  words: words.subarray(2 * from, 2 * to),
  ...(ids && { ids: ids.slice(from, to) }),
})

/** Takes runs of sets, in order, into a new one of at most so many hashes. */
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

/** Takes what is in one of two sets or in both, as told. Runs of the one between two of the other are copied as they are. */
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
