import { contextProblems, limits } from '@bunting/contract'
import {
  type AttributeValue,
  type Condition,
  configLimits,
  configProblems,
  costOf,
  type EvaluationContext,
  type FlagConfig,
  type FlagsSource,
  findOperator,
  type Rule,
  type RuleSegment,
  segmentProblems,
} from '@bunting/engine'
import type { Random } from '../support/random.ts'
import { type Nasty, nastyOf } from './conditions.ts'
import type { Genes } from './genes.ts'
import { texts } from './texts.ts'

export type Candidate = {
  name: string
  genes: Genes
  source: FlagsSource
  /** Of the flag itself. */
  config: FlagConfig
  context: EvaluationContext
}

/** The flag `f`, and what it needs. */
type Configs = { flags: Record<string, FlagConfig>; segments: Record<string, RuleSegment> }

const isSavable = ({ flags, segments }: Configs): boolean => {
  const flagConfigs = Object.values(flags)
  const segmentConfigs = Object.values(segments).map(({ config }) => config)
  const all = [...flagConfigs, ...segmentConfigs]
  return (
    all.every((config) => JSON.stringify(config).length <= limits.managementBodyBytes) &&
    flagConfigs.every((config) => configProblems(config, 'boolean').length === 0) &&
    segmentConfigs.every((config) => segmentProblems(config).length === 0) &&
    all.reduce((sum, config) => sum + costOf(config), 0) <= configLimits.cost
  )
}

/** As many rules as can be saved. */
export const candidateOf = (genes: Genes, openRandom: (seed: number) => Random): Candidate | undefined => {
  const kinds = genes.families.map(({ family, size, seed }) => nastyOf(family, size, openRandom(seed)))
  const context = contextOf(genes)
  let configs: Configs | undefined
  let rules = 0
  for (let min = 0, max = limits.rules; min < max; ) {
    const count = Math.ceil((min + max) / 2)
    const tried = configsOf(genes, kinds, count)
    if (isSavable(tried)) {
      configs = tried
      rules = count
      min = count
    } else max = count - 1
  }
  if (!configs) return undefined
  const source = {
    flags: new Map(Object.entries(configs.flags).map(([key, config]) => [key, { type: 'boolean', config }])),
    segments: new Map(Object.entries(configs.segments)),
  }
  return { name: nameOf(genes, kinds, rules), genes, source, config: configs.flags.f as FlagConfig, context }
}

const nameOf = (genes: Genes, kinds: readonly Nasty[], rules: number): string => {
  const { together, within, place, ignoreCase, elements, text, conditionOperator } = genes
  const where = `${within === 'groups' ? ', in groups' : ''}${place === 'flag' ? '' : `, in ${place}`}`
  const list = elements === undefined ? '' : `lists of ${elements}, `
  const what = kinds.map((kind) => kind.name).join(' + ')
  return `${rules} × ${together} ${what}${ignoreCase ? ', any case' : ''}${where}; ${list}${text}, ${conditionOperator}`
}

/** What the body of a request leaves for the attributes, without their names and the rest. */
const roomBytes = limits.deliveryBodyBytes - 6_000

const contextOf = ({ text: name, attributes: count, elements }: Genes): EvaluationContext => {
  const text = texts[name] as string | number
  const value = elements === undefined ? text : listOf(text, elements, roomBytes / count)
  const attributes = Object.fromEntries(Array.from({ length: limits.attributes }, (_, at) => [`a${at}`, value]))
  // Those that no condition reads only take room.
  const read = elements === undefined ? attributes : Object.fromEntries(Object.entries(attributes).slice(0, count))
  const context: EvaluationContext = { userId: String(text), attributes: read }
  if (contextProblems(context).length > 0) throw new Error('no such context can be sent')
  if (elements !== undefined && Buffer.byteLength(JSON.stringify(context)) > limits.deliveryBodyBytes) {
    throw new Error('no request has room for such a context')
  }
  return context
}

/** As many elements as there is room for; no two alike, so that nothing that was worked out for one serves another. */
const listOf = (text: string | number, length: number, room: number): AttributeValue => {
  let cut = String(text).slice(0, length - 3)
  const bytesOf = () => Buffer.byteLength(JSON.stringify(cut)) + 4
  while (bytesOf() > room) cut = cut.slice(0, cut.length / 2)
  const bytes = bytesOf()
  const count = Math.min(limits.listItems, Math.floor(room / bytes))
  return Array.from({ length: count }, (_, at) => `${cut}${at}`)
}

const off = { version: 1, enabled: true, defaultValue: false, rules: [] }

const configsOf = (genes: Genes, kinds: readonly Nasty[], count: number): Configs => {
  const rules = Array.from({ length: count }, (_, rule) => ruleOf(genes, kinds, rule))
  if (genes.place === 'flag') return { flags: { f: { ...off, rules } }, segments: {} }
  if (genes.place === 'parents') {
    const parts = partsOf(rules, limits.prerequisites)
    const parents = Object.fromEntries(
      parts.map((part, at) => [`p${at}`, { ...off, defaultValue: true, rules: part.map(answersFalse) }]),
    )
    const prerequisites = Object.keys(parents).map((flagKey) => ({ flagKey, values: [true] }))
    return { flags: { ...parents, f: { ...off, prerequisites } }, segments: {} }
  }
  const segments = Object.fromEntries(
    partsOf(rules, limits.segments).map((part, at) => [
      `s${at}`,
      { unit: null, config: { version: 1, included: ['nobody'], excluded: ['nobody'], rules: part.map(ofSegment) } },
    ]),
  )
  const conditions: Condition[] = [{ operator: 'in_segment', value: Object.keys(segments) }]
  const rule: Rule = { id: 'r', name: '', enabled: true, conditionOperator: 'AND', conditions, value: true }
  return { flags: { f: { ...off, rules: [rule] } }, segments }
}

const answersFalse = (rule: Rule): Rule => ({ ...rule, value: false })
const ofSegment = ({ id, name, enabled, conditionOperator, conditions }: Rule) => ({
  id,
  name,
  enabled,
  conditionOperator,
  conditions,
})

const partsOf = <Item>(items: readonly Item[], most: number): Item[][] => {
  const size = Math.ceil(items.length / most)
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

const ruleOf = (genes: Genes, kinds: readonly Nasty[], rule: number): Rule => {
  const conditions = Array.from({ length: genes.together }, (_, at): Condition => {
    const place = rule * genes.together + at
    const asked = (kinds[place % kinds.length] as Nasty).make(place)
    const isFolded = genes.ignoreCase && findOperator(asked.operator)?.foldable
    return { attribute: `a${place % genes.attributes}`, ...asked, ...(isFolded && { ignoreCase: true }) }
  })
  const all = genes.conditionOperator === 'AND'
  return {
    id: `r${rule}`,
    name: '',
    enabled: true,
    conditionOperator: genes.conditionOperator,
    conditions:
      genes.within === 'rule' ? conditions : [{ any: [{ all: [all ? { all: conditions } : { any: conditions }] }] }],
    value: true,
    // Nobody is in: the next rule is tried.
    ...(genes.hashes || all ? { rolloutPercentage: 0 } : {}),
  }
}
