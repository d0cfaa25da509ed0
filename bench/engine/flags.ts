import type { FlagConfig, FlagsSource, Prerequisite, Rule } from '@bunting/engine'
import { type BenchCondition, chain, grouped, linkKey, rules, segmentsOf } from './model.ts'

export type BasicKind = 'plain' | 'rules' | 'rollout'
export type Kind = BasicKind | 'segment' | 'nested' | 'chain' | 'groups'

/** A flag as every engine gets it, in its own words. */
export type BenchFlag<Of extends Kind = Kind> = { key: string; kind: Of }

const basicKinds: readonly BasicKind[] = ['plain', 'rules', 'rollout']

/** One of each kind in turn. */
export const flagsOf = (count: number): BenchFlag<BasicKind>[] =>
  Array.from({ length: count }, (_, i) => ({ key: `flag-${i}`, kind: basicKinds[i % basicKinds.length] as BasicKind }))

/** So many of one kind. */
export const flagsOfKind = (kind: Kind, count: number): BenchFlag[] =>
  Array.from({ length: count }, (_, i) => ({ key: `${kind}-${i}`, kind }))

export const percentage = 25

export const ruleId = (index: number): string => `rule-${index + 1}`

const rule = (index: number, fields: Partial<Rule>): Rule => ({
  id: ruleId(index),
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [],
  value: true,
  ...fields,
})

const inSegment = (value: string) => rule(0, { conditions: [{ operator: 'in_segment', value }] })

const rulesOf: Record<Kind, readonly Rule[]> = {
  plain: [],
  rules: rules.map((conditions, index) => rule(index, { conditions })),
  rollout: [rule(0, { rolloutPercentage: percentage })],
  segment: [inSegment('audience')],
  nested: [inSegment('outer')],
  chain: [rule(0, { conditions: [chain[0]] })],
  groups: [rule(0, { conditions: [grouped] })],
}

const needs = (link: number): { prerequisites?: Prerequisite[] } =>
  link < chain.length ? { prerequisites: [{ flagKey: linkKey(link), values: [true] }] } : {}

export const configOf = ({ kind }: BenchFlag): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue: kind === 'plain',
  rules: rulesOf[kind],
  ...(kind === 'chain' && needs(1)),
})

const linkConfig = (condition: BenchCondition, link: number): FlagConfig => ({
  version: 1,
  enabled: true,
  defaultValue: false,
  rules: [rule(0, { conditions: [condition] })],
  ...needs(link + 1),
})

/** The flags, with all that they need. */
export const sourceOf = (flags: readonly BenchFlag[]): FlagsSource => {
  const links = flags.some(({ kind }) => kind === 'chain') ? chain.map(linkConfig).entries().drop(1) : []
  const configs = [
    ...flags.map((flag) => [flag.key, configOf(flag)] as const),
    ...Array.from(links, ([link, config]) => [linkKey(link), config] as const),
  ]
  return {
    flags: new Map(configs.map(([key, config]) => [key, { type: 'boolean', config }])),
    segments: new Map(Object.entries(segmentsOf(new Set(flags.map(({ kind }) => kind))))),
  }
}
