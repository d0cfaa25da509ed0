import { type FlagType, type FlagValue, sameValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import { attempt, type ByHand, byHand } from '../shared/by-hand.ts'
import { checkedConfig, offConfig } from '../shared/configs.ts'
import { type RuleEntry, ruleFor, splitRules } from '../shared/split-rules.ts'
import { emptyValues, typeOf } from '../shared/values.ts'
import { openVariants, type Variants } from '../shared/variants.ts'
import type { Draft } from './drafts.ts'
import { joinPrerequisites, type Prerequisite } from './parents.ts'
import type { Feature, Rule } from './payload.ts'
import { type Around, type Part, partOf, ruleIds } from './rule-parts.ts'

export type Making = Around & {
  type: FlagType
  /** Something that people should know of this flag. */
  note(code: string, message: string): void
  /** Something that has to be done by hand. */
  tell(reason: ByHand): void
}

/** A feature in one environment; undefined where something of it has to be done by hand. */
export const featureConfig = (feature: Feature, making: Making): ConfigEntry | undefined => {
  const { type, note, tell } = making
  const ids = ruleIds(feature.rules)
  for (const rule of feature.rules) noteRule(rule, note)
  const tried = feature.rules.map((rule, at) => attempt(() => partOf(rule, ids[at] ?? '', making), tell))
  const parts = tried.filter((part) => part !== undefined)
  if (parts.length < tried.length) return undefined
  return attempt(() => checkedConfig(configOf(feature, parts, type, note), type), tell)
}

type Note = Making['note']

/** What an SDK may do besides what the payload says. */
function noteRule(rule: Rule, note: Note): void {
  const { fallbackAttribute, bucketVersion = 0, minBucketVersion = 0, disableStickyBucketing } = rule
  const isSticky = !disableStickyBucketing && bucketVersion + minBucketVersion > 0
  if (fallbackAttribute || isSticky) {
    note('sticky-store', 'assignments that were kept in a sticky bucket store are not: everybody is drawn')
  }
  if (rule.contextualVariations || rule.contextualBanditRef) {
    note('bandit', 'a bandit goes on with the weights that it has today')
  }
}

function configOf(feature: Feature, parts: readonly Part[], type: FlagType, note: Note): ConfigEntry {
  const defaultValue = defaultOf(feature, type, note)
  const { gates, isClosed, open } = gatesOf(parts, type === 'boolean' ? false : defaultValue)
  const isGated = isClosed || gates.length > 0
  const unmet = type === 'boolean' && isGated ? false : defaultValue
  if (isGated) {
    const message = `answers ${JSON.stringify(unmet)} where what it needs is not so, and GrowthBook what the code says`
    note('failed-gate', message)
  }
  if (isClosed) return offConfig(unmet, type)
  const needs = needsOf(open)
  if (needs.length > 0 && !sameValue(unmet, defaultValue))
    byHand('failed-gate', 'its rules and itself need other flags')
  const variants = openVariants(type)
  const rules = open.flatMap(({ drafts }) => drafts.flatMap((draft) => rulesOf(draft, variants, type)))
  if (!sameValue(unmet, defaultValue)) {
    rules.push(...ruleFor({ id: 'everyone', name: 'Everyone else', tree: true }, { value: defaultValue }))
  }
  const prerequisites = joinPrerequisites([...gates, ...needs])
  if (prerequisites.some(({ values }) => values.length === 0)) byHand('failed-gate', 'it needs two answers of one flag')
  const config = { enabled: true, defaultValue: unmet, ...variants.entry(), rules }
  return prerequisites.length === 0 ? config : { ...config, prerequisites }
}

/** A prerequisite is asked first of all: what answers before a gate has to answer as if that were closed. */
function gatesOf(parts: readonly Part[], unmet: FlagValue) {
  const closed = parts.findIndex((part) => part.gates.includes(false))
  const open = closed < 0 ? parts : parts.slice(0, closed)
  const last = closed < 0 ? parts.findLastIndex((part) => part.gates.some((gate) => typeof gate === 'object')) : closed
  for (const value of parts.slice(0, Math.max(last, 0)).flatMap(({ drafts }) => drafts.flatMap(answersOf))) {
    if (!sameValue(value, unmet)) byHand('failed-gate', 'some of its rules come before what it needs of other flags')
  }
  const gates = open.flatMap((part) => part.gates.filter((gate): gate is Prerequisite => typeof gate === 'object'))
  return { gates, isClosed: closed >= 0, open }
}

const answersOf = ({ values, split }: Draft): unknown[] =>
  split ? split.runs.map(({ share }) => values[share]) : [...values]

/** What rules need for themselves is the flag's to ask only where all of them do. */
function needsOf(parts: readonly Part[]): Prerequisite[] {
  const answering = parts.filter(({ drafts }) => drafts.length > 0)
  const [first] = answering
  const isSame = ({ needs }: Part) => sameValue(needs, first?.needs)
  if (!answering.every(isSame)) byHand('failed-gate', 'some of its rules need other flags, and others do not')
  return first?.needs ?? []
}

function rulesOf(draft: Draft, variants: Variants, type: FlagType): RuleEntry[] {
  const { split, values, labels } = draft
  const answerOf = (share: number) => valueOfType(values[share], type)
  if (!split) return ruleFor(draft, { value: answerOf(0) })
  return splitRules(draft, split.drawing, split.runs, {
    answerOf,
    variantOf: (share) => variants.keyFor(labels[share] ?? '', answerOf(share)),
    weightOf: split.weightOf,
  })
}

const valueOfType = (value: unknown, type: FlagType): FlagValue => {
  if (value === null) byHand('no-code-default', 'a rule answers nothing, where Bunting always answers something')
  if (typeOf(value) === type) return value as FlagValue
  return byHand('type-strict', `it is a ${type} flag, and a rule answers ${JSON.stringify(value)}`)
}

function defaultOf({ defaultValue }: Feature, type: FlagType, note: Note): FlagValue {
  if (defaultValue !== undefined && defaultValue !== null) return valueOfType(defaultValue, type)
  note('no-code-default', `answers ${JSON.stringify(emptyValues[type])} where GrowthBook answers what the code says`)
  return emptyValues[type]
}
