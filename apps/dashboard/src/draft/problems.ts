import { configProblems, type FlagConfig, type FlagType, gatedFeatures, type Problem } from '@bunting/engine'
import { inEditorWords } from './problem-words.ts'

const nameLimit = 200
const keyLimit = 128

/** What is wrong with a draft, by the paths that the API would use: what the engine finds, in our words, and what is not filled in. */
export const draftProblems = (config: FlagConfig, type: FlagType): Problem[] => [
  ...configProblems(config, type).map(inEditorWords(config)),
  ...config.rules.flatMap((rule, at) => [
    ...tooLong(rule.name, nameLimit, `rules[${at}].name`),
    ...rule.conditions.flatMap((condition, index) =>
      'attribute' in condition ? named(condition.attribute, `rules[${at}].conditions[${index}].attribute`) : [],
    ),
    ...found(rule.rolloutPercentage, percentProblem, `rules[${at}].rolloutPercentage`),
    ...(rule.distribution ?? []).flatMap(({ weight }, index) =>
      found(weight, weightProblem, `rules[${at}].distribution[${index}].weight`),
    ),
    ...(rule.distribution?.length === 0 ? [{ path: `rules[${at}].distribution`, message: 'needs a variant' }] : []),
  ]),
  ...(config.variants ?? []).flatMap(({ key }, at) => named(key, `variants[${at}].key`)),
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

/** A draft has the text where no number was typed. */
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

/** The parts that the Free plan lacks, in words; empty where the plan has them all. */
export const lockedParts = (config: FlagConfig, plan: string): string[] =>
  plan === 'free' ? [...new Set(gatedFeatures(config).map((feature) => words[feature] ?? feature))] : []

const fieldWords: Record<string, string> = { rolloutPercentage: 'share', defaultValue: 'value', flagKey: 'flag' }

/** `Rule 2, condition 1: value is missing.` */
export const sayProblem = ({ path, message }: Problem): string => {
  const field = path.replace(/^.*[.\]]/, '')
  return `${sayPath(path)}: ${fieldWords[field] ?? field} ${message}.`
}

/** `rules[1].conditions[0].value` as a person says it: `Rule 2, condition 1`. */
const sayPath = (path: string): string => {
  const [rule, condition, variant, prerequisite] = [
    /^rules\[(\d+)\]/,
    /conditions\[(\d+)\]/,
    /^variants\[(\d+)\]/,
    /^prerequisites\[(\d+)\]/,
  ].map((pattern) => pattern.exec(path)?.[1])
  if (rule !== undefined)
    return `Rule ${Number(rule) + 1}${condition === undefined ? '' : `, condition ${Number(condition) + 1}`}`
  if (variant !== undefined) return `Variant ${Number(variant) + 1}`
  if (prerequisite !== undefined) return `Prerequisite ${Number(prerequisite) + 1}`
  return path === 'defaultValue' ? 'The default' : path
}
