export type Random = {
  /** From 0 to 1. */
  next(): number
  pick<Item>(...items: readonly Item[]): Item
}

/** The same numbers on every run, so that what was found can be found again. */
export const openRandom = (seed: number): Random => {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
  return { next, pick: (...items) => items[Math.floor(next() * items.length)] as never }
}
