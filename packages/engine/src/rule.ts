import { type CompiledCondition, compileCondition } from './condition.ts'
import type { Outcomes } from './outcome.ts'
import { compileRollout, type Rollout } from './rollout.ts'
import type { FlagConfig, Rule } from './types.ts'

export type CompiledRule<Outcome> = {
  readonly conditionOperator: Rule['conditionOperator']
  readonly conditions: readonly CompiledCondition[]
  /** How those for whom the conditions hold are told apart. */
  readonly rollout: Rollout<Outcome> | undefined
  /** What all of them get where they are not; undefined where the rule has nothing to give. */
  readonly outcome: Outcome | undefined
}

export type CompiledRules<Outcome> = { readonly rules: readonly CompiledRule<Outcome>[]; readonly byDefault: Outcome }

/** The rules that take part, and what is answered where none of them does. */
export function compileRules<Outcome>(
  flagKey: string,
  config: FlagConfig,
  outcomes: Outcomes<Outcome>,
): CompiledRules<Outcome> {
  const byDefault = outcomes.ofValue(config.defaultValue, config.enabled ? 'DEFAULT' : 'DISABLED')
  const rules = config.enabled ? config.rules.filter((rule) => rule.enabled) : []
  return { rules: rules.map((rule) => compileRule(flagKey, rule, outcomes)), byDefault }
}

export function compileRule<Outcome>(flagKey: string, rule: Rule, outcomes: Outcomes<Outcome>): CompiledRule<Outcome> {
  const { id, value, conditionOperator } = rule
  const rollout = compileRollout(flagKey, rule, outcomes)
  return {
    conditionOperator,
    conditions: rule.conditions.map(compileCondition),
    rollout,
    outcome: rollout || value === undefined ? undefined : outcomes.ofValue(value, 'RULE_MATCH', id),
  }
}
