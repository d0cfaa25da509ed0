import type { FlagConfig, Rule } from '@bunting/engine'

/** The state of a flag in one environment, as a pennant shows it. */
export type PennantState =
  | { kind: 'nothing' }
  /** `share` is the inked part: 0 is an outline, 1 is filled. A forked tail means that rules or prerequisites decide. */
  | { kind: 'config'; on: boolean; forked: boolean; share: number; needs?: true }

const decides = (rule: Rule): boolean => rule.conditions.length > 0 || rule.distribution !== undefined

export const pennantState = (config: FlagConfig | undefined): PennantState => {
  if (!config) return { kind: 'nothing' }
  const rules = config.rules.filter((rule) => rule.enabled)
  const needs = (config.prerequisites ?? []).length > 0
  const forked = needs || rules.some(decides)
  const share = config.enabled ? shareOf(config, rules) : 0
  return { kind: 'config', on: config.enabled, forked, share, ...(needs && { needs }) }
}

const shareOf = ({ defaultValue }: FlagConfig, rules: readonly Rule[]): number => {
  if (rules.length === 0) return defaultValue === false ? 0 : 1
  const rollouts = rules.flatMap(({ rolloutPercentage }) => rolloutPercentage ?? [])
  return rollouts.length === 0 ? 1 : Math.max(...rollouts) / 100
}
