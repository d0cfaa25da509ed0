/**
 * Hashes of 64 bits, ascending and each once: two words each, the upper half first. Where a list keeps its ids, each is
 * beside its hash.
 */
export type HashSet = { readonly words: Uint32Array; readonly ids?: readonly string[] }

export const emptySet: HashSet = { words: new Uint32Array(0) }

export const sizeOf = ({ words }: HashSet): number => words.length / 2

/** Below 0, 0 or above 0, as the one is before, at or after the other. Halves are unsigned. */
export const compareAt = (a: HashSet, at: number, b: HashSet, other: number): number =>
  (a.words[2 * at] as number) - (b.words[2 * other] as number) ||
  (a.words[2 * at + 1] as number) - (b.words[2 * other + 1] as number)

/** How many of them come before the hash. */
export const placeIn = ({ words }: HashSet, high: number, low: number): number => {
  let from = 0
  let to = words.length / 2
  while (from < to) {
    const middle = (from + to) >>> 1
    const there = words[2 * middle] as number
    if (there < high || (there === high && (words[2 * middle + 1] as number) < low)) from = middle + 1
    else to = middle
  }
  return from
}

export const slice = ({ words, ids }: HashSet, from: number, to: number): HashSet => ({
  words: words.subarray(2 * from, 2 * to),
  ...(ids && { ids: ids.slice(from, to) }),
})

/** What is in one of two sets or in both, as told: by pairs of runs, so that it takes as long as both are. */
const combine = (a: HashSet, b: HashSet, keep: { a: boolean; both: boolean; b: boolean }): HashSet => {
  const words = new Uint32Array((keep.a || keep.both ? a.words.length : 0) + (keep.b ? b.words.length : 0))
  const ids: string[] | undefined = a.ids || b.ids ? [] : undefined
  let end = 0
  const put = (from: HashSet, at: number): void => {
    words[end++] = from.words[2 * at] as number
    words[end++] = from.words[2 * at + 1] as number
    ids?.push(from.ids?.[at] ?? '')
  }
  let [atA, atB] = [0, 0]
  const [sizeA, sizeB] = [sizeOf(a), sizeOf(b)]
  while (atA < sizeA || atB < sizeB) {
    const order = atA === sizeA ? 1 : atB === sizeB ? -1 : compareAt(a, atA, b, atB)
    if (order < 0 && keep.a) put(a, atA)
    if (order === 0 && keep.both) put(a, atA)
    if (order > 0 && keep.b) put(b, atB)
    if (order <= 0) atA++
    if (order >= 0) atB++
  }
  return { words: end === words.length ? words : words.slice(0, end), ...(ids && { ids }) }
}

export const union = (a: HashSet, b: HashSet): HashSet => {
  if (sizeOf(a) === 0 || sizeOf(b) === 0) return sizeOf(a) === 0 ? b : a
  return combine(a, b, { a: true, both: true, b: true })
}
export const difference = (a: HashSet, b: HashSet): HashSet =>
  sizeOf(b) === 0 ? a : combine(a, b, { a: true, both: false, b: false })
