import { openDraws } from '../hash/draws.ts'
import { compileHashedRollout, rollOutHashed } from '../hash/hashed-rollout.ts'
import type { EvaluationContext, Rule } from '../types.ts'
import { readAttribute } from './attribute.ts'
import { compileDistribution } from './distribution.ts'
import type { Outcomes } from './outcome.ts'
import { unitOf } from './unit.ts'

/** What of a rule decides which variant a unit gets, once it is in. */
export type SplitRule = Pick<Rule, 'id' | 'distribution' | 'bucketBy' | 'hash'>

export type CompiledSplit = {
  /** What the rule tells apart in a context. */
  unitOf(context: EvaluationContext): string | undefined
  /** A function of flag, rule and unit alone: whoever knows these can check what somebody else was told. */
  variantOf(unit: string): string | undefined
}

const byName: Outcomes<string> = {
  results: [],
  all: [],
  ofValue: () => '',
  ofVariant: (key) => key,
  ofPrerequisite: () => '',
}

/** The distribution of a rule, without its conditions and its rollout. */
export function compileSplit(flagKey: string, rule: SplitRule): CompiledSplit {
  const { id, distribution = [], bucketBy, hash } = rule
  const read = bucketBy ? readAttribute(bucketBy) : undefined
  return {
    unitOf: (context) => unitOf(read, context),
    variantOf: hash ? byHash(rule, hash) : compileDistribution(flagKey, id, distribution, byName),
  }
}

const byHash = ({ id, distribution = [] }: SplitRule, hash: NonNullable<Rule['hash']>) => {
  const always = { name: '', enabled: true, conditionOperator: 'AND', conditions: [] } as const
  const compiled = compileHashedRollout({ ...always, id, distribution }, hash, byName, openDraws())
  return (unit: string): string | undefined => rollOutHashed(compiled, { userId: unit })
}
