import { isolate } from '@bunting/contract/text'
import {
  type AttributeCondition,
  configProblems,
  type FlagConfig,
  type FlagType,
  gatedFeatures,
  isOfShare,
  keysOf,
  leavesOf,
  type Problem,
  type SegmentCondition,
  type ShareCondition,
} from '@bunting/engine'
import { inEditorWords } from './problem-words.ts'

const nameLimit = 200
const keyLimit = 128

/** Finds values that do not match the flag's schema. */
export type Fit = (config: FlagConfig) => Problem[]

/** The problems of a draft, by the API's paths: the engine's, in our words, and fields that are not filled in. */
export const draftProblems = (config: FlagConfig, type: FlagType, fit?: Fit): Problem[] => {
  const problems = ownProblems(config, type)
  const wrong = new Set(problems.map(({ path }) => path))
  // A value that is not a document yet has a problem already, so the schema's are left out.
  return fit ? [...problems, ...fit(config).filter(({ path }) => !wrong.has(path))] : problems
}

const ownProblems = (config: FlagConfig, type: FlagType): Problem[] => [
  ...configProblems(config, type).map(inEditorWords(config)),
  ...config.rules.flatMap((rule, at) => [
    ...tooLong(rule.name, nameLimit, `rules[${at}].name`),
    ...Array.from(leavesOf(rule.conditions, `rules[${at}].conditions`)).flatMap(conditionProblems),
    ...found(rule.rolloutPercentage, percentProblem, `rules[${at}].rolloutPercentage`),
    ...(rule.distribution ?? []).flatMap(({ weight }, index) =>
      found(weight, weightProblem, `rules[${at}].distribution[${index}].weight`),
    ),
    ...(rule.distribution?.length === 0 ? [{ path: `rules[${at}].distribution`, message: 'needs a variant' }] : []),
  ]),
  ...(config.variants ?? []).flatMap(({ key }, at) => named(key, `variants[${at}].key`)),
  ...(config.prerequisites ?? []).flatMap(({ values }, at) =>
    values.length === 0 ? [{ path: `prerequisites[${at}].values`, message: 'is missing' }] : [],
  ),
]

type Leaf = { condition: AttributeCondition | SegmentCondition | ShareCondition; path: string }

const conditionProblems = ({ condition, path }: Leaf): Problem[] => {
  if (isOfShare(condition)) return shareProblems(condition, path)
  if ('attribute' in condition) return named(condition.attribute, `${path}.attribute`)
  return keysOf(condition).length === 0 ? [{ path: `${path}.value`, message: 'needs a segment' }] : []
}

const shareProblems = ({ value: { from, to, salt } }: ShareCondition, path: string): Problem[] => [
  ...found(from, percentProblem, `${path}.value.from`),
  ...found(to, percentProblem, `${path}.value.to`),
  ...(salt === '' ? [{ path: `${path}.value.salt`, message: 'is missing' }] : []),
]

const named = (name: string, path: string): Problem[] =>
  name === '' ? [{ path, message: 'is missing' }] : tooLong(name, keyLimit, path)

const tooLong = (text: string, limit: number, path: string): Problem[] =>
  text.length > limit ? [{ path, message: `has more than ${limit} characters` }] : []

const found = (
  value: number | undefined,
  problemOf: (value: number) => string | undefined,
  path: string,
): Problem[] => {
  const message = value === undefined ? undefined : problemOf(value)
  return message === undefined ? [] : [{ path, message }]
}

/** A draft keeps the text if it is not a number. */
const numberProblem = (value: unknown): string | undefined => {
  if (typeof value === 'number') return undefined
  return value === '' ? 'is missing' : 'must be a number, such as 12.5'
}

const percentProblem = (value: number): string | undefined => {
  if (numberProblem(value)) return numberProblem(value)
  if (value < 0 || value > 100) return 'must be from 0 to 100'
  return Number.isInteger(Number((value * 1_000).toFixed(6))) ? undefined : 'must have at most 3 decimals'
}

const weightProblem = (value: number): string | undefined =>
  numberProblem(value) ?? (value > 0 ? undefined : 'must be more than 0')

const words: Record<string, string> = {
  regex: 'patterns',
  geo_country: 'countries by address',
  rolloutPercentage: 'rollouts',
  distribution: 'splits',
  in_segment: 'segments',
  not_in_segment: 'segments',
  prerequisites: 'prerequisites',
}

/** The parts that the Free plan lacks, in words; empty if the plan has them all. */
export const lockedParts = (config: FlagConfig, plan: string): string[] =>
  plan === 'free' ? [...new Set(gatedFeatures(config).map((feature) => words[feature] ?? feature))] : []

const fieldWords: Record<string, string> = {
  rolloutPercentage: 'share',
  defaultValue: 'value',
  flagKey: 'flag',
  values: 'an answer',
}

/** The parts of a config, and their names. */
const parts: readonly { pattern: RegExp; say(number: number, rest: string): string }[] = [
  { pattern: /^rules\[(\d+)\]/, say: (number, rest) => `Rule ${number}${sayCondition(rest)}` },
  { pattern: /^variants\[(\d+)\]/, say: (number) => `Variant ${number}` },
  { pattern: /^prerequisites\[(\d+)\]/, say: (number) => `Prerequisite ${number}` },
]

/** `.conditions[1].any[0].value` as `, condition 2.1`. */
const sayCondition = (path: string): string => {
  const [places] = /^\.conditions\[\d+\](\.(all|any|none)\[\d+\])*/.exec(path) ?? []
  const numbers = places?.match(/\d+/g)?.map((position) => Number(position) + 1)
  return numbers ? `, condition ${numbers.join('.')}` : ''
}

const inDocument = /^(?:defaultValue|(?:rules|variants)\[\d+\]\.value)(?=[.[])\.?(.+)$/

/** The field of a problem; in a JSON value the path in it: `value at limits.max`. */
const sayField = (path: string): string => {
  const [, inside] = inDocument.exec(path) ?? []
  if (inside !== undefined) return `value at ${isolate(inside)}`
  const field = path.replace(/^.*[.\]]/, '')
  return fieldWords[field] ?? field
}

/** A problem as a sentence: `Rule 2, condition 1: value is missing.` */
export const sayProblem = ({ path, message }: Problem): string => `${sayPath(path)}: ${sayField(path)} ${message}.`

/** A path in words: `rules[1].conditions[0].value` is `Rule 2, condition 1`. */
const sayPath = (path: string): string => {
  for (const { pattern, say } of parts) {
    const [found, position] = pattern.exec(path) ?? []
    if (found !== undefined) return say(Number(position) + 1, path.slice(found.length))
  }
  return path.startsWith('defaultValue') ? 'The default' : path
}
