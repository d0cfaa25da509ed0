import type { FlagType, FlagValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import { byHand } from '../shared/by-hand.ts'
import { nameFor } from '../shared/facts.ts'
import { type RuleEntry, ruleFor } from '../shared/rules.ts'
import { splitRules } from '../shared/split-rules.ts'
import { inSegment, type Tree } from '../shared/tree.ts'
import { emptyValues, typeOf } from '../shared/values.ts'
import { openVariants, type Variants } from '../shared/variants.ts'
import type { FeatureState, Value } from './document.ts'
import { drawingOf, runsOf, stateKey, variantsOf } from './draw.ts'
import type { IdentityState, States } from './states.ts'

/** The inputs for making a flag's rules. */
export type Making = {
  /** The text that is hashed before an identity's identifier. */
  identityPrefix: string
  /** The audience of a rule for these identities, who may be more than one condition can name. */
  audienceFor(rule: string, identifiers: readonly string[]): Tree
  /** The key in Bunting of a flag of Flagsmith. */
  keyOf(name: string, field: 'enabled' | 'value'): string | undefined
  /** The base state of a flag whose overrides depend on others: without those Bunting's flag is off, and does not count. */
  whileOff(name: string): FeatureState | undefined
  /** Notes that Bunting answers an empty value, because the flag has none. */
  noteEmpty(): void
}

/** The config of X: for whom the flag is on. */
export const switchConfig = (states: States, making: Making): ConfigEntry => {
  const { base, identities, overrides } = states
  const rules = [
    ...[true, false].flatMap((enabled) => identityRule(identities, enabled, making)),
    ...overrides.flatMap(({ id, segment, state }) => ruleFor(overrideHead(id, segment), { value: state.enabled })),
  ]
  const needs = prerequisitesOf(states, making)
  if (needs) return { enabled: true, defaultValue: base.enabled, rules, prerequisites: needs }
  if (base.enabled) rules.push(...ruleFor({ id: 'everyone', name: 'Everyone else', tree: true }, { value: true }))
  const isOn = rules.some(({ value }) => value === true)
  return { enabled: isOn, defaultValue: false, rules }
}

const overrideHead = (id: number, { key, name }: { key: string; name: string }) => ({
  id: `segment-${id}`,
  name: nameFor(name, key),
  tree: inSegment([key]),
})

const identityRule = (identities: readonly IdentityState[], enabled: boolean, { audienceFor }: Making): RuleEntry[] => {
  const ids = identities.filter((identity) => identity.enabled === enabled).map(({ identifier }) => identifier)
  if (ids.length === 0) return []
  const id = enabled ? 'identities-on' : 'identities-off'
  return ruleFor({ id, name: 'Identity overrides', tree: audienceFor(id, ids) }, { value: enabled })
}

/** The config of X.value: who gets which value. */
export const valueConfig = (states: States, type: FlagType, making: Making): ConfigEntry => {
  const { base, identities, overrides } = states
  const variants = openVariants(type)
  const valueFor = (value: Value): FlagValue => flagValue(value, type, making.noteEmpty)
  const answer = (head: { id: string; name: string; tree: Tree }, state: FeatureState): RuleEntry[] =>
    state.multivariate_feature_state_values.length === 0
      ? ruleFor(head, { value: valueFor(state.feature_state_value) })
      : splitOf(head, state, variants, valueFor, making)
  const byValue = Map.groupBy(identities, (identity) => valueFor(identity.readValue()))
  const rules = [
    ...[...byValue].flatMap(([value, same], at) => {
      const id = `identities-${at + 1}`
      const ids = same.map(({ identifier }) => identifier)
      return ruleFor({ id, name: 'Identity overrides', tree: making.audienceFor(id, ids) }, { value })
    }),
    ...overrides.flatMap(({ id, segment, state }) => answer(overrideHead(id, segment), state)),
  ]
  const needs = prerequisitesOf(states, making)
  const splits = base.multivariate_feature_state_values.length > 0
  if (needs && splits) byHand('operator', 'It depends on another flag, and is split besides.')
  if (splits) rules.push(...answer({ id: 'everyone', name: 'Everyone else', tree: true }, base))
  const config = { enabled: true, defaultValue: valueFor(base.feature_state_value), ...variants.entry(), rules }
  return needs ? { ...config, prerequisites: needs } : config
}

function splitOf(
  head: { id: string; name: string; tree: Tree },
  state: FeatureState,
  table: Variants,
  valueFor: (value: Value) => FlagValue,
  { identityPrefix }: Making,
): RuleEntry[] {
  const key = stateKey(state) ?? byHand('no-salt', 'It is split, and has no id to draw by.')
  const variants = variantsOf(state)
  const answerOf = (share: number) =>
    valueFor(variants[share]?.multivariate_feature_option.value ?? controlOf(share, variants.length, state))
  const nameOf = (share: number) => {
    const variant = variants[share]
    return variant ? `variant-${variant.multivariate_feature_option.id ?? variant.id ?? share + 1}` : 'control'
  }
  const left = 100 - variants.reduce((sum, { percentage_allocation }) => sum + percentage_allocation, 0)
  return splitRules(head, drawingOf(`${key},${identityPrefix}`), runsOf(variants), {
    answerOf,
    variantOf: (share) => table.keyFor(nameOf(share), answerOf(share)),
    weightOf: (share) => variants[share]?.percentage_allocation ?? Math.max(left, 0),
  })
}

/** The value of a share without a value of its own: null for a variant, the control value for what is past the variants. */
const controlOf = (share: number, count: number, { feature_state_value }: FeatureState): Value =>
  share < count ? null : feature_state_value

function flagValue(value: Value, type: FlagType, noteEmpty: () => void): FlagValue {
  if (value === null) {
    if (type !== 'string') byHand('no-code-default', 'It has no value for some, where Bunting always answers one.')
    noteEmpty()
    return emptyValues[type]
  }
  if (typeOf(value) === type) return value
  return byHand(
    'value-type',
    `It has a ${typeof value} for a value, and others elsewhere: a flag has values of one type.`,
  )
}

/**
 * The flags that the only override depends on, as prerequisites: if they answer otherwise, everybody gets the flag's base
 * state. With more overrides this is impossible, because a prerequisite would count for those too.
 */
function prerequisitesOf({ identities, overrides }: States, { keyOf, whileOff }: Making): ConfigEntry['prerequisites'] {
  const needs = overrides.flatMap(({ segment }) => segment.needs)
  if (needs.length === 0) return undefined
  if (identities.length > 0 || overrides.length > 1) byHand('operator', 'One of its overrides depends on another flag.')
  return needs.map(({ name, field, value }) => {
    const flagKey = keyOf(name, field) ?? byHand('operator', `It depends on the flag "${name}", which is not there.`)
    const isTrue = field === 'enabled' && value.toLowerCase() === 'true'
    if (field === 'enabled' && !isTrue) byHand('operator', `It depends on the flag "${name}" being off.`)
    const off = whileOff(name)
    if (off && (isTrue ? off.enabled : off.feature_state_value === value)) {
      byHand('operator', `It depends on the flag "${name}", which itself depends on another.`)
    }
    return { flagKey, values: [isTrue ? true : value] }
  })
}
