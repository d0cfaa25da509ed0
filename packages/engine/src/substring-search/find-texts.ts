import { longestText } from '../operators/operator.ts'
import { scan } from './scan.ts'
import { walkBackwards, walkForwards } from './walk-trie.ts'

/** Searches a text for any of several others, at one end or anywhere. */
export type Finder = {
  prepare(wanted: readonly string[]): (text: string) => boolean
  /** The maximum cost of preparing and of searching once, in nanoseconds on a slow machine. */
  cost(wanted: readonly string[]): number
}

/** Tells whether the texts are so few and short that searching one by one is faster than a trie. */
const isEasy = (wanted: readonly string[]) => wanted.length <= 2 && wanted.every((text) => text.length <= 64)

type Ways = {
  includes: (text: string, wanted: string) => boolean
  includesCost: number
  walk: (wanted: readonly string[]) => (text: string) => boolean
  /** The cost per character of the text that is searched. */
  walkCost: number
  /** The cost per character of the texts that are searched for. */
  prepareCost: number
}

const finder = ({ includes, includesCost, walk, walkCost, prepareCost }: Ways): Finder => ({
  prepare: (wanted) => {
    if (!isEasy(wanted)) return walk(wanted)
    const [one = '', other = one] = wanted
    return (text) => includes(text, one) || (other !== one && includes(text, other))
  },
  cost: (wanted) => {
    if (isEasy(wanted)) return includesCost * wanted.length
    return walkCost * longestText + wanted.reduce((sum, text) => sum + 200 + prepareCost * text.length, 0)
  },
})

export const anywhere = finder({
  includes: (text, wanted) => text.includes(wanted),
  includesCost: 17_000,
  walk: scan,
  walkCost: 60,
  prepareCost: 120,
})

export const atStart = finder({
  includes: (text, wanted) => text.startsWith(wanted),
  includesCost: 200,
  walk: walkForwards,
  walkCost: 30,
  prepareCost: 90,
})

export const atEnd = finder({
  includes: (text, wanted) => text.endsWith(wanted),
  includesCost: 200,
  walk: walkBackwards,
  walkCost: 30,
  prepareCost: 90,
})
