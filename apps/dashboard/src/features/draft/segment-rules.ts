import type { FlagConfig, Problem, Rule, SegmentConfig, SegmentRule } from '@bunting/engine'
import type { Choose, Clash } from './merge.ts'
import { mergeConfigs } from './merge.ts'
import { draftProblems } from './problems.ts'

/** A segment's rules as a config, for all code that edits rules. They have no values. */
export const asConfig = (rules: readonly SegmentRule[]): FlagConfig => ({
  version: 0,
  enabled: true,
  defaultValue: false,
  rules,
})

export const asSegmentRules = ({ rules }: FlagConfig): SegmentRule[] =>
  rules.map(({ id, name, enabled, conditionOperator, conditions }) => ({
    ...{ id, name, enabled, conditionOperator, conditions },
  }))

const giving = (rule: SegmentRule): Rule => ({ ...rule, value: true })

/** The problems of a draft's rules, by the API's paths. */
export const segmentRuleProblems = ({ rules }: SegmentConfig): Problem[] =>
  draftProblems({ ...asConfig(rules), rules: rules.map(giving) }, 'boolean')

type Versions = { were: readonly SegmentRule[]; mine: readonly SegmentRule[]; theirs: readonly SegmentRule[] }

/** Merges my rules into theirs, and reports the rules that both changed. */
export const mergeSegmentRules = (
  { were, mine, theirs }: Versions,
  choose?: Choose,
): { rules: SegmentRule[]; clashes: Clash[] } => {
  const versions = { base: asConfig(were), mine: asConfig(mine), theirs: asConfig(theirs) }
  const { config, clashes } = mergeConfigs(versions, choose)
  return { rules: asSegmentRules(config), clashes }
}
