export type Random = {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from 0 to below the limit. */
  whole(below: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** Generates the same numbers in every run, so that a result can be reproduced. */
export const openRandom = (seed: number): Random => {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
  const whole = (below: number) => Math.floor(next() * below)
  return { next, whole, pick: (items) => items[whole(items.length)] as never }
}
