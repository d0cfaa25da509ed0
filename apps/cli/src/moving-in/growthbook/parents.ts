import type { FlagValue } from '@bunting/engine'
import { own } from '../../core/own.ts'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import { byHand } from '../shared/by-hand.ts'
import { isHoldout } from './holdout.ts'
import { meets } from './meets.ts'
import type { Feature, ParentCondition, Payload } from './payload.ts'

export type Prerequisite = NonNullable<ConfigEntry['prerequisites']>[number]

/** All that a feature can answer. */
export const answersOf = ({ defaultValue, rules }: Feature): unknown[] => [
  defaultValue ?? null,
  ...rules.flatMap(({ variations = [], contextualVariations = [], ...rule }) => [
    ...(Object.hasOwn(rule, 'force') ? [rule.force] : []),
    ...variations,
    ...contextualVariations,
  ]),
]

const hasGate = ({ rules }: Feature): boolean =>
  rules.some(({ parentConditions = [] }) => parentConditions.some(({ gate }) => gate))

/** Whether rules of its own ask for other flags: where those answer otherwise, it is off here, and has its default there. */
const hasNeeds = ({ rules }: Feature, features: Payload['features']): boolean =>
  rules.some(({ parentConditions = [] }) =>
    parentConditions.some(({ id, gate }) => !gate && !isHoldout(id) && Object.hasOwn(features, id)),
  )

/** What a flag asks of another: something that always holds or never does, or a prerequisite of ours. */
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
  if (answers.includes(null)) byHand('failed-gate', `it needs ${id}, which answers nothing to some`)
  if (holdsOnNull && hasGate(parent)) byHand('failed-gate', `it needs ${id} to answer nothing`)
  if (values.length === 0) return false
  if (meets(condition, parent.defaultValue) && hasNeeds(parent, features)) {
    byHand('failed-gate', `it needs ${id}, whose rules need other flags themselves`)
  }
  const flagKey = keyOf(id) ?? byHand('failed-gate', `it needs ${id}, which is no flag`)
  return { flagKey, values: [...new Map(values.map((value) => [JSON.stringify(value), value])).values()] }
}

/** What several ask of one flag, it has to answer all of. */
export const joinPrerequisites = (prerequisites: readonly Prerequisite[]): Prerequisite[] => {
  const joined = new Map<string, FlagValue[]>()
  for (const { flagKey, values } of prerequisites) {
    const texts = new Set(values.map((value) => JSON.stringify(value)))
    const before = joined.get(flagKey)
    joined.set(flagKey, before ? before.filter((value) => texts.has(JSON.stringify(value))) : values)
  }
  return [...joined].map(([flagKey, values]) => ({ flagKey, values }))
}
