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

/** A flag that is asked for. Weights are nanoseconds of a slow machine, reckoned and not measured. */
type Weighable = { readonly key: string; readonly cost: Cost }

/** What finding a flag and writing its answer takes, whatever its rules are. */
const perFlag = 1_000
/** What an item of a list takes on top of its characters, in characters. */
const perItem = 16

/** A request that takes less counts as one. */
const weightOfRequest = 2_000_000
/** What asking for one flag may take without being weighed. */
const lightWeight = 1_000_000
/** So much is done before others have their turn. */
export const sliceWeight = 2_000_000
/** With lists one flag may take this much, since nobody has a turn meanwhile, and all that are asked for so much more. */
const maxOfOne = 40_000_000
const maxOfAll = 1_000_000_000
/** A refusal names no more flags than this. */
const maxNamed = 5

/** How much a context makes of what flags cost: by its longest attribute, in `longestText`s. */
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

/** The most that the characters of a request can be of `longestText`s: its body is bounded. */
const maxTexts = 64

/** Whether asking for it alone could ever take more than any request does. */
export const mayBeHeavy = ({ cost: { fixed, perText } }: Weighable): boolean => fixed + perText * maxTexts > lightWeight

/** As how many more requests one counts that takes this much. */
export const requestsIn = (weight: number): number => Math.floor(weight / weightOfRequest)

export const weightOf = ({ fixed, perText }: Cost, { texts }: Load): number => perFlag + fixed + perText * texts

/**
 * What asking for these flags takes. Lists that make it too much are refused; a context without any never is, since it
 * holds only what the document allows.
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
 * What explaining something takes, where `source` has it and all that it needs: once to know what it answers, once to say
 * why. Refuses lists as `weigh` does.
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
