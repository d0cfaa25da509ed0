import type { Random } from '../support/random.ts'

/** Whether something that happens so often happens now. */
export const often = (random: Random, share: number): boolean => random.next() < share

export const wholeBelow = (random: Random, end: number): number => Math.floor(random.next() * end)

/** So many of the items at the most, and at least `least`, each once. */
export const someOf = <Item>(random: Random, items: readonly Item[], most: number, least = 1): Item[] => {
  const left = [...items]
  const count = Math.min(left.length, least + wholeBelow(random, most - least + 1))
  return Array.from({ length: count }, () => left.splice(wholeBelow(random, left.length), 1)[0] as Item)
}

export const listOf = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at))
