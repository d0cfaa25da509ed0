import { configProblems, type FlagConfig, type FlagType, gatedFeatures, type Problem } from '@bunting/engine'
import { inEditorWords } from './problem-words.ts'

const nameLimit = 200
const keyLimit = 128

/** What is wrong with a draft, by the paths that the API would use: what the engine finds, in our words, and what is not filled in. */
export const draftProblems = (config: FlagConfig, type: FlagType): Problem[] => [
  ...configProblems(config, type).map(inEditorWords(config)),
  ...config.rules.flatMap((rule, at) => [
    ...tooLong(rule.name, nameLimit, `rules[${at}].name`),
    ...rule.conditions.flatMap(({ attribute }, index) =>
      named(attribute, `rules[${at}].conditions[${index}].attribute`),
    ),
    ...(rule.distribution?.length === 0 ? [{ path: `rules[${at}].distribution`, message: 'needs a variant' }] : []),
  ]),
  ...(config.variants ?? []).flatMap(({ key }, at) => named(key, `variants[${at}].key`)),
]

const named = (name: string, path: string): Problem[] =>
  name === '' ? [{ path, message: 'is missing' }] : tooLong(name, keyLimit, path)

const tooLong = (text: string, limit: number, path: string): Problem[] =>
  text.length > limit ? [{ path, message: `has more than ${limit} characters` }] : []

const words: Record<string, string> = {
  regex: 'patterns',
  geo_country: 'countries by address',
  rolloutPercentage: 'rollouts',
  distribution: 'splits',
}

/** The parts that the Free plan lacks, in words; empty where the plan has them all. */
export const lockedParts = (config: FlagConfig, plan: string): string[] =>
  plan === 'free' ? gatedFeatures(config).map((feature) => words[feature] ?? feature) : []

/** `rules[1].conditions[0].value` as a person says it: `Rule 2, condition 1`. */
export const sayPath = (path: string): string => {
  const [rule, condition, variant] = [/^rules\[(\d+)\]/, /conditions\[(\d+)\]/, /^variants\[(\d+)\]/].map(
    (pattern) => pattern.exec(path)?.[1],
  )
  if (rule !== undefined)
    return `Rule ${Number(rule) + 1}${condition === undefined ? '' : `, condition ${Number(condition) + 1}`}`
  if (variant !== undefined) return `Variant ${Number(variant) + 1}`
  return path === 'defaultValue' ? 'The default' : path
}
