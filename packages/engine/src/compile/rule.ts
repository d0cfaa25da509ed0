import { type Draws, openDraws } from '../hash/draws.ts'
import { compileHashedRollout, type HashedRollout } from '../hash/hashed-rollout.ts'
import type { FlagConfig, Rule, SegmentRule } from '../types.ts'
import { type Audience, compileCondition, type FindSegment } from './condition.ts'
import type { IdLists } from './id-lists.ts'
import type { Outcomes } from './outcome.ts'
import { type CompiledPrerequisite, compilePrerequisites, type Parent } from './prerequisite.ts'
import { compileRollout, type Rollout } from './rollout.ts'

export type CompiledRule<Outcome> = Audience & {
  /** The split of the contexts for which the conditions hold. */
  readonly rollout: Rollout<Outcome> | undefined
  /** The same split, drawn as another service does. */
  readonly hashed: HashedRollout<Outcome> | undefined
  /** The outcome for all of them if there is no split; undefined if the rule has nothing to answer. */
  readonly outcome: Outcome | undefined
}

export type CompiledRules<Outcome> = {
  readonly prerequisites: readonly CompiledPrerequisite<Outcome>[]
  /** The lists of a segment, which come before the rules. */
  readonly idLists?: IdLists<Outcome>
  readonly rules: readonly CompiledRule<Outcome>[]
  readonly byDefault: Outcome
}

/** Finds the segments and flags that a config names. A missing flag is a prerequisite that does not hold. */
export type Find<Outcome> = { segment: FindSegment; flag: (key: string) => Parent<Outcome> | undefined }

/** Compiles the enabled rules, and the outcome if none of them matches. */
export function compileRules<Outcome>(
  flagKey: string,
  config: FlagConfig,
  outcomes: Outcomes<Outcome>,
  find: Find<Outcome>,
): CompiledRules<Outcome> {
  const byDefault = outcomes.ofValue(config.defaultValue, config.enabled ? 'DEFAULT' : 'DISABLED')
  if (!config.enabled) return { prerequisites: [], rules: [], byDefault }
  const rules = config.rules.filter((rule) => rule.enabled)
  const draws = openDraws()
  return {
    prerequisites: compilePrerequisites(config, outcomes, find.flag),
    rules: rules.map((rule) => compileRule(flagKey, rule, outcomes, find.segment, draws)),
    byDefault,
  }
}

export function compileRule<Outcome>(
  flagKey: string,
  rule: Rule,
  outcomes: Outcomes<Outcome>,
  find: FindSegment,
  draws: Draws,
): CompiledRule<Outcome> {
  const { id, value, conditionOperator, hash } = rule
  const hashed = hash && compileHashedRollout(rule, hash, outcomes, draws)
  const rollout = hashed ? undefined : compileRollout(flagKey, rule, outcomes)
  return {
    conditionOperator,
    conditions: rule.conditions.map((condition) => compileCondition(condition, find, draws)),
    rollout,
    hashed,
    outcome: hashed || rollout || value === undefined ? undefined : outcomes.ofValue(value, 'RULE_MATCH', id),
  }
}

/** Compiles a segment's rule, which has an audience and no value. */
export const compileSegmentRule = (
  { conditionOperator, conditions }: SegmentRule,
  find: FindSegment,
  draws: Draws,
): CompiledRule<boolean> => ({
  conditionOperator,
  conditions: conditions.map((condition) => compileCondition(condition, find, draws)),
  rollout: undefined,
  hashed: undefined,
  outcome: true,
})
