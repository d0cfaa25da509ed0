import type { FlagConfig, Problem, Rule, SegmentConfig, SegmentRule } from '@bunting/engine'
import type { Choose, Clash } from './merge.ts'
import { mergeConfigs } from './merge.ts'
import { draftProblems } from './problems.ts'

/** Rules of a segment as a config has them, for all that edits rules. They give nothing. */
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

/** What is wrong with the rules of a draft, by the paths that the API would use. */
export const segmentRuleProblems = ({ rules }: SegmentConfig): Problem[] =>
  draftProblems({ ...asConfig(rules), rules: rules.map(giving) }, 'boolean')

type Versions = { were: readonly SegmentRule[]; mine: readonly SegmentRule[]; theirs: readonly SegmentRule[] }

/** My rules on top of theirs, and where both changed the same. */
export const mergeSegmentRules = (
  { were, mine, theirs }: Versions,
  choose?: Choose,
): { rules: SegmentRule[]; clashes: Clash[] } => {
  const versions = { base: asConfig(were), mine: asConfig(mine), theirs: asConfig(theirs) }
  const { config, clashes } = mergeConfigs(versions, choose)
  return { rules: asSegmentRules(config), clashes }
}
