import { type ErrorDetail, invalid } from '@bunting/contract'
import {
  type AttributeValue,
  type Cost,
  type EvaluationContext,
  largeListCost,
  longestText,
  reckon,
} from '@bunting/engine'
import type { ConfigSource } from './configs/references.ts'

/** A requested flag. Weights are estimated nanoseconds on a slow machine. */
type Weighable = { readonly key: string; readonly cost: Cost }

/** The weight of finding a flag and writing its answer, without its rules. */
const perFlag = 1_000
/** The overhead of a list item, in characters. */
const perItem = 16

/** Requests up to this weight count as one. */
const weightOfRequest = 2_000_000
/** A single flag below this weight is not weighed at all. */
const lightWeight = 1_000_000
/** The weight of work between two yields to other requests. */
export const sliceWeight = 2_000_000
/** The most that one flag may weigh with list attributes, since nothing else runs meanwhile, and all flags together. */
const maxOfOne = 40_000_000
const maxOfAll = 1_000_000_000
/** The most flags that a refusal names. */
const maxNamed = 5

/** The factor by which a context multiplies the cost of flags: the size of its longest attribute, in `longestText`s. */
export type Load = { readonly texts: number; readonly longestList: string | undefined }

export const loadOf = ({ userId, anonymousId, attributes }: EvaluationContext): Load => {
  let text = Math.max(userId?.length ?? 0, anonymousId?.length ?? 0)
  let list = 0
  let longestList: string | undefined
  for (const name in attributes) {
    const value = attributes[name]
    if (typeof value === 'string') text = Math.max(text, value.length)
    else if (Array.isArray(value) && lengthOf(value) > list) {
      list = lengthOf(value)
      longestList = name
    }
  }
  return { texts: Math.max(text, list) / longestText, longestList }
}

const lengthOf = (list: readonly AttributeValue[]): number =>
  list.reduce<number>((sum, item) => sum + perItem + String(item).length, 0)

/** The largest such factor: bodies are bounded. */
const maxTexts = 64

/** Tells whether the flag alone could ever exceed the weight of a light request. */
export const mayBeHeavy = ({ cost: { fixed, perText } }: Weighable): boolean => fixed + perText * maxTexts > lightWeight

/** The number of additional requests that this weight counts for. */
export const requestsIn = (weight: number): number => Math.floor(weight / weightOfRequest)

export const weightOf = ({ fixed, perText }: Cost, { texts }: Load): number => perFlag + fixed + perText * texts

/**
 * The weight of evaluating these flags. Too heavy list attributes are refused; a context without lists never is, since it
 * is within the document's limits.
 */
export const weigh = (
  flags: Iterable<Weighable>,
  load: Load,
  pathOf: (attribute: string) => string = (attribute) => `context.attributes.${attribute}`,
): number => {
  let total = 0
  let heaviest = 0
  for (const { cost } of flags) {
    const weight = weightOf(cost, load)
    total += weight
    if (weight > heaviest) heaviest = weight
  }
  const { longestList } = load
  if (longestList !== undefined && (heaviest > maxOfOne || total > maxOfAll)) {
    invalid('The context is not as described.', [tooHeavy(flags, load, pathOf(longestList))])
  }
  return total
}

const tooHeavy = (flags: Iterable<Weighable>, load: Load, path: string): ErrorDetail => {
  const keys = Array.from(flags, ({ key, cost }) => ({ key, weight: weightOf(cost, load) }))
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ key }) => key)
  const others = keys.length > maxNamed ? ` and ${keys.length - maxNamed} more` : ''
  return {
    path,
    message: `is a list that is too long for the patterns and texts it is compared with in ${keys.slice(0, maxNamed).join(', ')}${others}: send a shorter one, or ask for fewer flags at a time`,
  }
}

/**
 * The weight of explaining a flag or segment with everything it needs in `source`: once to evaluate it, once to say why.
 * Refuses list attributes as `weigh` does.
 */
export const weighExplanation = (
  key: string,
  { flags, segments }: ConfigSource,
  context: EvaluationContext,
): number => {
  const costs = [...flags.values(), ...segments.values()].map((each) =>
    'config' in each ? reckon(each.config) : largeListCost,
  )
  const sum = (part: keyof Cost) => costs.reduce((total, cost) => total + 2 * cost[part], 0)
  return weigh([{ key, cost: { fixed: sum('fixed'), perText: sum('perText') } }], loadOf(context))
}
