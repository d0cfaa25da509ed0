import { contextProblems, limits } from '@bunting/contract'
import { type Condition, configProblems, type EvaluationContext, type FlagConfig, type Rule } from '@bunting/engine'
import type { Chance } from './chance.ts'
import { familyCount, type Nasty, nastyOf } from './conditions.ts'
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
}

export type Candidate = { name: string; genes: Genes; config: FlagConfig; context: EvaluationContext }

export const newGenes = ({ next, pick }: Chance): Genes => ({
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
})

export const mutated = (genes: Genes, chance: Chance): Genes => {
  const other = newGenes(chance)
  const part = chance.pick<keyof Genes>(
    'families',
    'families',
    'families',
    'text',
    'conditionOperator',
    'together',
    'attributes',
  )
  if (part !== 'families') return { ...genes, [part]: other[part] }
  const moved = genes.families.map((each) => ({
    ...each,
    size: Math.min(1, Math.max(0, each.size + chance.next() / 2 - 0.25)),
  }))
  return { ...genes, families: moved }
}

const isSavable = (config: FlagConfig): boolean =>
  configProblems(config, 'boolean').length === 0 && JSON.stringify(config).length <= limits.managementBodyBytes

/** As many rules as can be saved. */
export const candidateOf = (genes: Genes, openChance: (seed: number) => Chance): Candidate | undefined => {
  const kinds = genes.families.map(({ family, size, seed }) => nastyOf(family, size, openChance(seed)))
  const text = texts[genes.text] as string
  const context: EvaluationContext = {
    userId: typeof text === 'string' ? text : String(text),
    attributes: Object.fromEntries(Array.from({ length: limits.attributes }, (_, at) => [`a${at}`, text])),
  }
  if (contextProblems(context).length > 0) throw new Error('no such context can be sent')
  let config: FlagConfig | undefined
  for (let min = 0, max = limits.rules; min < max; ) {
    const count = Math.ceil((min + max) / 2)
    const tried = configOf(genes, kinds, count)
    if (isSavable(tried)) {
      config = tried
      min = count
    } else max = count - 1
  }
  if (!config) return undefined
  const name = `${config.rules.length} × ${genes.together} ${kinds.map((kind) => kind.name).join(' + ')}; ${genes.text}, ${genes.conditionOperator}`
  return { name, genes, config, context }
}

const configOf = (genes: Genes, kinds: readonly Nasty[], count: number): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue: false,
  rules: Array.from({ length: count }, (_, rule) => ruleOf(genes, kinds, rule)),
})

const ruleOf = (genes: Genes, kinds: readonly Nasty[], rule: number): Rule => ({
  id: `r${rule}`,
  name: '',
  enabled: true,
  conditionOperator: genes.conditionOperator,
  conditions: Array.from({ length: genes.together }, (_, at): Condition => {
    const place = rule * genes.together + at
    const kind = kinds[place % kinds.length] as Nasty
    return { attribute: `a${place % genes.attributes}`, ...kind.make(place) }
  }),
  value: true,
  // Nobody is in: the next rule is tried.
  ...(genes.hashes || genes.conditionOperator === 'AND' ? { rolloutPercentage: 0 } : {}),
})
