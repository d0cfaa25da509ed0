export type Random = {
  /** From 0 to 1. */
  next(): number
  /** From 0, below this. */
  whole(below: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** The same numbers on every run, so that what was found can be found again. */
export const openRandom = (seed: number): Random => {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
  const whole = (below: number) => Math.floor(next() * below)
  return { next, whole, pick: (items) => items[whole(items.length)] as never }
}
