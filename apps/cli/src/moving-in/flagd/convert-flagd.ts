import type { FlagType, FlagValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import type { Converter } from '../converted.ts'
import { rulesOf } from '../logic/cases.ts'
import { convertFlags, type Place } from '../logic/convert-flags.ts'
import { inlineEvaluators } from '../logic/inline-evaluators.ts'
import type { Setting } from '../logic/json-logic.ts'
import { typeOfVariants, variantsOf } from '../logic/values.ts'
import { readAs } from '../shared/read.ts'
import { valueOr } from '../shared/values.ts'
import { type FlagdFlag, flagdFile } from './schema.ts'
import { casesOf } from './targeting.ts'

/** A flag with the parts of its file that all flags share. */
type Flag = FlagdFlag & { evaluators: Readonly<Record<string, unknown>>; flagSetId: unknown }

/** The version of `fractional` that flagd itself has used since March 2026. */
const usualGeneration = 2

export const convertFlagd: Converter = (snapshot, choices) =>
  convertFlags<Flag>(snapshot, choices, {
    title: 'flagd',
    flagsIn: (environment, name) => {
      const { flags, $evaluators = {}, metadata } = readAs(flagdFile, environment, `flagd's flags of ${name}`)
      const shared = { evaluators: $evaluators, flagSetId: metadata?.flagSetId }
      return Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, { ...shared, ...flag }]))
    },
    typeOf: ({ variants }) => typeOfVariants(variants),
    configOf,
    defaultOf,
    factsOf: ({ metadata = {}, flagSetId }) => ({
      description: typeof metadata.description === 'string' ? metadata.description : undefined,
      tags: [metadata.flagSetId ?? flagSetId].filter((id) => typeof id === 'string'),
    }),
  })

const defaultOf = ({ variants, defaultVariant }: Flag, type: FlagType): FlagValue => {
  const value = defaultVariant && Object.hasOwn(variants, defaultVariant) ? variants[defaultVariant] : undefined
  return valueOr(value, type)
}

const configOf = (flag: Flag, type: FlagType, { theirs, choices, notes }: Place): ConfigEntry => {
  const { state, variants, targeting } = flag
  const defaultVariant = flag.defaultVariant || undefined
  const defaultValue = defaultOf(flag, type)
  const named = variantsOf(type, variants)
  const says = `Bunting answers ${JSON.stringify(defaultValue)}.`
  if (state === 'DISABLED') {
    notes.widened('no-code-default', `It is disabled: flagd leaves the answer to the code that asks, ${says}`)
    return { enabled: false, defaultValue, rules: [], ...named }
  }
  if (defaultVariant === undefined || !Object.hasOwn(variants, defaultVariant)) {
    notes.widened(
      'no-code-default',
      `It has no default variant: without one, flagd leaves the answer to the code that asks, ${says}`,
    )
  }
  const isTargeted = typeof targeting === 'object' && targeting !== null && Object.keys(targeting).length > 0
  if (!isTargeted) return { enabled: true, defaultValue, rules: [], ...named }
  const setting: Setting = {
    attributeOf: (path) => choices.rename.get(path) ?? (path === 'targetingKey' ? 'userId' : path),
    constants: new Map([['$flagd.flagKey', theirs]]),
    clock: '$flagd.timestamp',
    isLenient: true,
    ...(choices.nowMs === undefined ? {} : { nowMs: choices.nowMs }),
    notes,
  }
  const cases = casesOf(inlineEvaluators(targeting, flag.evaluators), {
    flagKey: theirs,
    generation: choices.fractional ?? usualGeneration,
    variants,
    defaultVariant,
    defaultValue,
    setting,
  })
  const rules = rulesOf(cases, type, (variant) => variants[variant] as FlagValue, defaultValue)
  return { enabled: true, defaultValue, rules, ...named }
}
