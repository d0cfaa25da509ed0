import type { FlagType, FlagValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import type { Converter } from '../converted.ts'
import { type Case, rulesOf } from '../logic/cases.ts'
import { convertFlags, type Place } from '../logic/convert-flags.ts'
import { inlineEvaluators } from '../logic/inline-evaluators.ts'
import { testOf } from '../logic/json-logic.ts'
import { typeOfVariants, variantsOf } from '../logic/values.ts'
import { byHand } from '../shared/by-hand.ts'
import { readAs } from '../shared/read.ts'
import { any, type Tree } from '../shared/tree.ts'
import { typeOf, valueOr } from '../shared/values.ts'
import { atTime } from './at-time.ts'
import { queryLogic } from './query.ts'
import { type Answering, givesOf } from './rollout.ts'
import { type GoffFlag, type GoffRule, goffFile } from './schema.ts'

/** A flag with the other flags of its file, which it may need. */
type Flag = GoffFlag & { others: Readonly<Record<string, GoffFlag>> }

export const convertGoff: Converter = (snapshot, choices) =>
  convertFlags<Flag>(snapshot, choices, {
    title: 'GO Feature Flag',
    flagsIn: (environment, name) => {
      const others = readAs(goffFile, withoutEnvelope(environment), `GO Feature Flag's flags of ${name}`)
      return Object.fromEntries(Object.entries(others).map(([key, flag]) => [key, { ...flag, others }]))
    },
    typeOf: ({ variations }) => typeOfVariants(variations),
    configOf,
    defaultOf,
    factsOf: ({ metadata }) => ({
      description: typeof metadata?.description === 'string' ? metadata.description : undefined,
    }),
  })

/** Unwraps the answer of the relay, which holds the flags in a field. */
const withoutEnvelope = (input: unknown): unknown => {
  const flags = (input as { flags?: unknown } | null | undefined)?.flags
  const isEnvelope = typeof flags === 'object' && flags !== null && !('variations' in flags)
  return isEnvelope ? flags : input
}

/** The variation of the default rule; if it splits, the one whose share comes last. */
const defaultVariation = ({ defaultRule }: GoffFlag): string | undefined => {
  const { progressiveRollout, percentage = {}, variation } = defaultRule ?? {}
  return progressiveRollout?.initial.variation ?? Object.keys(percentage).sort()[0] ?? variation
}

const defaultOf = (flag: GoffFlag, type: FlagType): FlagValue => {
  const variation = defaultVariation(flag) ?? ''
  return valueOr(Object.hasOwn(flag.variations, variation) ? flag.variations[variation] : undefined, type)
}

const needsUnit = ({ percentage, progressiveRollout }: GoffRule): boolean =>
  progressiveRollout !== undefined || Object.keys(percentage ?? {}).length > 0

/** The rules of future steps. They count too: if one of them draws, the source already requires a key of everybody. */
const scheduledIn = ({ scheduledRollout }: GoffFlag): GoffRule[] =>
  (scheduledRollout ?? []).flatMap(({ targeting = [], defaultRule }) => [
    ...targeting,
    ...(defaultRule ? [defaultRule] : []),
  ])

const configOf = (written: Flag, type: FlagType, place: Place): ConfigEntry => {
  const { theirs, choices, notes } = place
  const flag = { ...atTime(written, choices.nowMs, notes), others: written.others }
  const defaultValue = defaultOf(flag, type)
  const named = variantsOf(type, flag.variations)
  const prerequisites = prerequisitesOf(flag, place)
  const rest = { ...named, ...(prerequisites.length > 0 ? { prerequisites } : {}) }
  if (flag.disable) {
    notes.widened(
      'no-code-default',
      `It is disabled: GO Feature Flag leaves the answer to the code that asks, Bunting answers ${JSON.stringify(defaultValue)}.`,
    )
    return { enabled: false, defaultValue, rules: [], ...rest }
  }
  const { defaultRule } = flag
  if (!defaultRule) return byHand('operator', 'It has no default rule.')
  const attributeOf = (path: string) =>
    choices.rename.get(path) ?? (path === 'key' || path === 'targetingKey' ? 'userId' : path)
  const unit = flag.bucketingKey ? attributeOf(flag.bucketingKey) : 'userId'
  const answering: Answering = {
    flagKey: theirs,
    ...(unit === 'userId' ? {} : { bucketBy: unit }),
    variations: flag.variations,
    ...(choices.nowMs === undefined ? {} : { nowMs: choices.nowMs }),
    notes,
  }
  const whomOf = (query = ''): Tree => {
    const text = query.trim()
    if (text === '') return true
    if (!text.startsWith('{')) return queryLogic(text, { attributeOf, notes })
    return testOf(inlineEvaluators(parsed(text), {}), { attributeOf, constants: new Map(), notes })
  }
  const casesOf = (id: string, name: string, when: Tree, rule: GoffRule): Case[] =>
    givesOf(rule, answering).map((give, at) => ({ id: at === 0 ? id : `${id}-${at + 1}`, name, when, give }))
  const targeted = (flag.targeting ?? []).flatMap((rule, at): Case[] =>
    rule.disable ? [] : casesOf(`goff-${at + 1}`, rule.name ?? '', whomOf(rule.query), rule),
  )
  const everyone = casesOf('goff-default', 'Everyone else', true, defaultRule)
  const isKeyed =
    Boolean(flag.bucketingKey) || [defaultRule, ...(flag.targeting ?? []), ...scheduledIn(flag)].some(needsUnit)
  if (isKeyed) {
    notes.widened(
      'no-key-error',
      `Without ${unit}, GO Feature Flag leaves the answer to the code that asks; Bunting answers ${JSON.stringify(defaultValue)}.`,
    )
  }
  const cases = [...(isKeyed ? [keyless(unit, defaultValue)] : []), ...targeted, ...everyone]
  const valueFor = (variation: string) => flag.variations[variation] as FlagValue
  const rules = rulesOf(cases, type, valueFor, defaultValue, { unitsAreSure: isKeyed })
  return { enabled: true, defaultValue, rules: onlyNeeded(rules), ...rest }
}

const keyless = (attribute: string, value: FlagValue): Case => ({
  id: 'goff-no-key',
  name: 'Without a key',
  when: any({ attribute, operator: 'is_not_set' }, { attribute, operator: 'equals', value: '' }),
  give: { value },
})

/** Removes the rule for contexts without a unit if only splits follow, since splits skip those contexts anyway. */
const onlyNeeded = (rules: ConfigEntry['rules']): ConfigEntry['rules'] => {
  const [first, ...others] = rules
  return first?.id === 'goff-no-key' && others.every(({ hash }) => hash !== undefined) ? others : rules
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return byHand('operator', 'A query begins like JSON and is none.')
  }
}

/** The source ignores what a needed flag itself needs, so the answers are only the same if that flag needs nothing. */
const prerequisitesOf = ({ needs, others }: Flag, { keyOf }: Place): NonNullable<ConfigEntry['prerequisites']> =>
  (needs ?? []).map(({ flag, value = true }) => {
    const key = keyOf(flag)
    const needed = others[flag]
    if (key === undefined || !needed) return byHand('failed-gate', `It needs the flag ${flag}, which is not there.`)
    if (needed.needs?.length) return byHand('failed-gate', `It needs ${flag}, which needs flags itself.`)
    if (typeOf(value) !== typeOfVariants(needed.variations)) {
      return byHand('failed-gate', `It needs a value of ${flag} that is none of its type.`)
    }
    return { flagKey: key, values: [value as FlagValue] }
  })
