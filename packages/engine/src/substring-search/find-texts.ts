import { longestText } from '../operators/operator.ts'
import { scan } from './scan.ts'
import { walkBackwards, walkForwards } from './walk-trie.ts'

/** Looks in a text for any of several others, at one place or anywhere. */
export type Finder = {
  prepare(wanted: readonly string[]): (text: string) => boolean
  /** The most that preparing and searching once cost, in nanoseconds of a slow machine. */
  cost(wanted: readonly string[]): number
}

/** Fewer and shorter ones are looked for one by one; more or longer ones in a trie, all at once. */
const isEasy = (wanted: readonly string[]) => wanted.length <= 2 && wanted.every((text) => text.length <= 64)

type Ways = {
  includes: (text: string, wanted: string) => boolean
  includesCost: number
  walk: (wanted: readonly string[]) => (text: string) => boolean
  /** For each character of the text that is looked through. */
  walkCost: number
  /** For each character of the texts that are looked for. */
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
