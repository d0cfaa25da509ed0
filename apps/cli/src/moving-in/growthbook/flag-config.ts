import { type FlagType, type FlagValue, sameValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import { attempt, type ByHand, byHand } from '../shared/by-hand.ts'
import type { Notes } from '../shared/findings.ts'
import { offConfig } from '../shared/off.ts'
import { type RuleEntry, ruleFor, withOwnIds } from '../shared/rules.ts'
import { splitRules } from '../shared/split-rules.ts'
import { emptyValues, typeOf } from '../shared/values.ts'
import { openVariants, type Variants } from '../shared/variants.ts'
import type { Draft } from './drafts.ts'
import { joinPrerequisites, type Prerequisite } from './parents.ts'
import type { Feature, Rule } from './payload.ts'
import { type Around, type Part, partOf } from './rule-parts.ts'

export type Making = Around & {
  type: FlagType
}

/** The config of a feature in one environment; undefined if a part of it has to be done by hand. */
export const featureConfig = (feature: Feature, making: Making): ConfigEntry | undefined => {
  const { type, notes } = making
  const note = notes.widened
  const tell = ({ code, message }: ByHand) => notes.byHand(code, message)
  for (const rule of feature.rules) noteRule(rule, note)
  const tried = feature.rules.map((rule, at) => attempt(() => partOf(rule, rule.id || `rule-${at + 1}`, making), tell))
  const parts = tried.filter((part) => part !== undefined)
  if (parts.length < tried.length) return undefined
  return attempt(() => configOf(feature, parts, type, note), tell)
}

type Note = Notes['widened']

/** Notes the behaviour of SDKs that the payload does not describe. */
function noteRule(rule: Rule, note: Note): void {
  const { fallbackAttribute, bucketVersion = 0, minBucketVersion = 0, disableStickyBucketing } = rule
  const isSticky = !disableStickyBucketing && (fallbackAttribute || bucketVersion + minBucketVersion > 0)
  if (isSticky) {
    note('sticky-store', 'Assignments that were kept in a sticky bucket store are not: everybody is drawn.')
    if (fallbackAttribute) {
      const unit = rule.hashAttribute || 'id'
      note(
        'sticky-store',
        `With a sticky bucket store, people without ${unit} are drawn by ${fallbackAttribute}. Here they are not.`,
      )
    }
  }
  if (rule.contextualVariations || rule.contextualBanditRef) {
    note('bandit', 'A bandit goes on with the weights that it has today.')
  }
}

function configOf(feature: Feature, parts: readonly Part[], type: FlagType, note: Note): ConfigEntry {
  const defaultValue = defaultOf(feature, type, note)
  const { gates, isClosed, open } = gatesOf(parts, type === 'boolean' ? false : defaultValue)
  const isGated = isClosed || gates.length > 0
  const unmet = type === 'boolean' && isGated ? false : defaultValue
  if (isGated) {
    note(
      'failed-gate',
      `It answers ${JSON.stringify(unmet)} where what it needs is not so, and GrowthBook what the code says.`,
    )
  }
  if (isClosed) return offConfig(unmet)
  const needs = needsOf(open)
  if (needs.length > 0 && !sameValue(unmet, defaultValue))
    byHand('failed-gate', 'Its rules and itself need other flags.')
  const variants = openVariants(type)
  const rules = open.flatMap(({ drafts }) => drafts.flatMap((draft) => rulesOf(draft, variants, type)))
  if (!sameValue(unmet, defaultValue)) {
    rules.push(...ruleFor({ id: 'everyone', name: 'Everyone else', tree: true }, { value: defaultValue }))
  }
  const prerequisites = joinPrerequisites([...gates, ...needs])
  if (prerequisites.some(({ values }) => values.length === 0))
    byHand('failed-gate', 'It needs two answers of one flag.')
  const config = { enabled: true, defaultValue: unmet, ...variants.entry(), rules: withOwnIds(rules) }
  return prerequisites.length === 0 ? config : { ...config, prerequisites }
}

/** Bunting checks prerequisites first of all, so rules before a gate have to answer as if that gate were closed. */
function gatesOf(parts: readonly Part[], unmet: FlagValue) {
  const closed = parts.findIndex((part) => part.gates.includes(false))
  const open = closed < 0 ? parts : parts.slice(0, closed)
  const last = closed < 0 ? parts.findLastIndex((part) => part.gates.some((gate) => typeof gate === 'object')) : closed
  for (const value of parts.slice(0, Math.max(last, 0)).flatMap(({ drafts }) => drafts.flatMap(answersOf))) {
    if (!sameValue(value, unmet)) byHand('failed-gate', 'Some of its rules come before what it needs of other flags.')
  }
  const gates = open.flatMap((part) => part.gates.filter((gate): gate is Prerequisite => typeof gate === 'object'))
  return { gates, isClosed: closed >= 0, open }
}

const answersOf = ({ values, split }: Draft): unknown[] =>
  split ? split.runs.map(({ share }) => values[share]) : [...values]

/** A rule's own prerequisites can become the flag's only if all rules have the same. */
function needsOf(parts: readonly Part[]): Prerequisite[] {
  const answering = parts.filter(({ drafts }) => drafts.length > 0)
  const [first] = answering
  const isSame = ({ needs }: Part) => sameValue(needs, first?.needs)
  if (!answering.every(isSame)) byHand('failed-gate', 'Some of its rules need other flags, and others do not.')
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
  if (value === null) byHand('no-code-default', 'A rule answers nothing, where Bunting always answers something.')
  if (typeOf(value) === type) return value as FlagValue
  return byHand('value-type', `It is a ${type} flag, and a rule answers ${JSON.stringify(value)}.`)
}

function defaultOf({ defaultValue }: Feature, type: FlagType, note: Note): FlagValue {
  if (defaultValue !== undefined && defaultValue !== null) return valueOfType(defaultValue, type)
  note(
    'no-code-default',
    `It answers ${JSON.stringify(emptyValues[type])} where GrowthBook answers what the code says.`,
  )
  return emptyValues[type]
}
