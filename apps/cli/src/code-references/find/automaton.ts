import { makeByteTrie } from './byte-trie.ts'

/** Finds all occurrences of any text in one pass over the bytes; calls back with the index of the text and its end. */
export type Search = (bytes: Buffer, found: (text: number, end: number) => void) => void

/** The maximum number of cells in the transition table, which has a row for each of the first states. */
const maxCells = 4 * 1024 * 1024

/**
 * An Aho-Corasick automaton. The states nearest to the root, in which a search spends nearly all of its time, have all
 * transitions in a table. The others follow their children and fallbacks, so that memory grows only with the texts.
 */
export const makeSearch = (texts: readonly string[], cells = maxCells): Search => {
  const trie = makeByteTrie(texts)
  const { classOf, width, size, ends } = trie
  const rows = Math.min(size, Math.max(1, Math.floor(cells / width)))
  const table = new Int32Array(rows * width)
  /** The longest proper suffix of a state's text that is a state itself. */
  const falls = new Int32Array(size)
  /** The state itself if a text ends there, otherwise the next such state along `falls`; 0 if there is none. */
  const nextEnd = new Int32Array(size)

  const follow = (from: number, unit: number): number => {
    let state = from
    while (state >= rows) {
      const child = trie.childOf(state, unit)
      if (child !== 0) return child
      state = falls[state] as number
    }
    return table[state * width + unit] as number
  }
  // A fallback is nearer to the root, so its row is complete before it is needed.
  for (let state = 0; state < size; state++) {
    const fall = falls[state] as number
    nextEnd[state] = ends[state] === -1 ? (nextEnd[fall] as number) : state
    if (state > 0 && state < rows) table.copyWithin(state * width, fall * width, (fall + 1) * width)
    for (const child of trie.childrenOf(state)) {
      const unit = trie.unitOf(child)
      falls[child] = state === 0 ? 0 : follow(fall, unit)
      if (state < rows) table[state * width + unit] = child
    }
  }

  return (bytes, found) => {
    let state = 0
    for (let at = 0; at < bytes.length; at++) {
      const unit = classOf[bytes[at] as number] as number
      state = state < rows ? (table[state * width + unit] as number) : follow(state, unit)
      let end = nextEnd[state] as number
      while (end !== 0) {
        found(ends[end] as number, at + 1)
        end = nextEnd[falls[end] as number] as number
      }
    }
  }
}
