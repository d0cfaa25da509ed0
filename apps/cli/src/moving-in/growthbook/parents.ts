import type { FlagValue } from '@bunting/engine'
import { own } from '../../core/own.ts'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import { byHand } from '../shared/by-hand.ts'
import { isHoldout } from './holdout.ts'
import { meets } from './meets.ts'
import type { Feature, ParentCondition, Payload, Rule } from './payload.ts'

export type Prerequisite = NonNullable<ConfigEntry['prerequisites']>[number]

/** All values that a feature can answer. */
export const answersOf = ({ defaultValue, rules }: Feature): unknown[] => [
  defaultValue ?? null,
  ...rules.flatMap(answersOfRule),
]

const answersOfRule = ({ variations = [], contextualVariations = [], ...rule }: Rule): unknown[] => [
  ...(Object.hasOwn(rule, 'force') ? [rule.force] : []),
  ...variations,
  ...contextualVariations,
]

const gateAt = ({ rules }: Feature): number =>
  rules.findLastIndex(({ parentConditions = [] }) => parentConditions.some(({ gate }) => gate))

/** Tells whether a feature's own rules depend on other flags. */
const hasNeeds = ({ rules }: Feature, features: Payload['features']): boolean =>
  rules.some(({ parentConditions = [] }) =>
    parentConditions.some(({ id, gate }) => !gate && !isHoldout(id) && Object.hasOwn(features, id)),
  )

/** The values that a feature of GrowthBook still answers while Bunting's flag is off because of an unmet prerequisite. */
const answersWhileOff = (feature: Feature, features: Payload['features']): unknown[] => [
  ...(hasNeeds(feature, features) ? [feature.defaultValue] : []),
  ...feature.rules.slice(0, Math.max(gateAt(feature), 0)).flatMap(answersOfRule),
]

/** Converts a condition on another flag: to true or false if it always or never holds, else to a prerequisite. */
export const resolveParent = (
  { id, condition = {} }: ParentCondition,
  features: Payload['features'],
  keyOf: (id: string) => string | undefined,
): boolean | Prerequisite => {
  const parent = own(features, id)
  const holdsOnNull = meets(condition, null)
  if (!parent) return holdsOnNull
  const answers = answersOf(parent)
  const values = answers.filter((value) => value !== null && meets(condition, value)) as FlagValue[]
  if (answers.includes(null)) byHand('failed-gate', `It needs ${id}, which answers nothing to some.`)
  if (holdsOnNull && gateAt(parent) >= 0) byHand('failed-gate', `It needs ${id} to answer nothing.`)
  if (values.length === 0) return false
  if (answersWhileOff(parent, features).some((value) => meets(condition, value))) {
    byHand('failed-gate', `It needs ${id}, some of whose rules need other flags themselves.`)
  }
  const flagKey = keyOf(id) ?? byHand('failed-gate', `It needs ${id}, which is no flag.`)
  return { flagKey, values: [...new Map(values.map((value) => [JSON.stringify(value), value])).values()] }
}

/** Joins prerequisites on the same flag: its answer has to fulfil all of them. */
export const joinPrerequisites = (prerequisites: readonly Prerequisite[]): Prerequisite[] => {
  const joined = new Map<string, FlagValue[]>()
  for (const { flagKey, values } of prerequisites) {
    const texts = new Set(values.map((value) => JSON.stringify(value)))
    const before = joined.get(flagKey)
    joined.set(flagKey, before ? before.filter((value) => texts.has(JSON.stringify(value))) : values)
  }
  return [...joined].map(([flagKey, values]) => ({ flagKey, values }))
}
