import type { Random } from '../support/random.ts'
import { familyCount } from './conditions.ts'
import { texts } from './texts.ts'

/** What a config and a context are made of, so that one can be changed a little. */
export type Genes = {
  families: readonly { family: number; size: number; seed: number }[]
  text: string
  conditionOperator: 'AND' | 'OR'
  /** Conditions in each rule. */
  together: number
  /** How many attributes the conditions take in turn. */
  attributes: number
  hashes: boolean
  ignoreCase: boolean
  /** Where the conditions of a rule stand. */
  within: 'rule' | 'groups'
  /** Where the rules stand: in the flag, in segments that it names, or in flags that it needs. */
  place: 'flag' | 'segments' | 'parents'
  /** How long each element of a list is; undefined where attributes are none. */
  elements: number | undefined
}

export const newGenes = ({ next, pick }: Random, withLists: boolean): Genes => ({
  families: Array.from({ length: pick(1, 1, 2, 3) }, () => ({
    family: Math.floor(next() * familyCount),
    size: next(),
    seed: Math.floor(next() * 1e6),
  })),
  text: pick(...Object.keys(texts)),
  conditionOperator: pick('OR', 'OR', 'AND'),
  together: pick(1, 5, 20, 50),
  attributes: pick(1, 1, 10, 100),
  hashes: next() < 0.3,
  ignoreCase: next() < 0.3,
  within: pick('rule', 'rule', 'groups'),
  place: pick('flag', 'flag', 'segments', 'parents'),
  elements: withLists ? pick(4, 64, 500, 1_024) : undefined,
})

export const mutated = (genes: Genes, random: Random): Genes => {
  const other = newGenes(random, genes.elements !== undefined)
  const part = random.pick<keyof Genes>(
    'families',
    'families',
    'families',
    'text',
    'conditionOperator',
    'together',
    'attributes',
    'ignoreCase',
    'within',
    'place',
    'elements',
  )
  if (part !== 'families') return { ...genes, [part]: other[part] }
  const moved = genes.families.map((each) => ({
    ...each,
    size: Math.min(1, Math.max(0, each.size + random.next() / 2 - 0.25)),
  }))
  return { ...genes, families: moved }
}
