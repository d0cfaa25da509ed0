import type { StepChange } from '@bunting/contract'
import { sameValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'

type Rule = ConfigEntry['rules'][number]
type RuleChange = NonNullable<StepChange['rules']>[string]

/** The config of a flag from a given time on. */
export type Since = { ms: number; config: ConfigEntry }

/** The current config, and the steps that change it later. */
export type OverTime = { config: ConfigEntry; steps: { at: string; change: StepChange }[] }

/** The parts of a rule that no step can change. */
const fixedOf = ({ id: _, name: __, enabled: ___, rolloutPercentage, value: ____, distribution, ...rest }: Rule) => ({
  ...rest,
  isRolledOut: rolloutPercentage !== undefined,
  isSplit: distribution !== undefined,
})

/** Converts a flag that changes over time to a config and steps; undefined if steps cannot make those changes. */
export const overTime = (now: ConfigEntry, later: readonly Since[]): OverTime | undefined => {
  const all = [now, ...later.map(({ config }) => config)]
  const rest = ({ rules: _, enabled: __, defaultValue: ___, ...others }: ConfigEntry) => others
  if (!all.every((config) => sameValue(rest(config), rest(now)))) return undefined
  const rules = mergedRules(all)
  if (!rules) return undefined
  /** Adds the rules of other times, disabled. */
  const whole = (config: ConfigEntry): ConfigEntry => {
    const known = new Map(config.rules.map((rule) => [rule.id, rule]))
    return { ...config, rules: rules.map((rule) => known.get(rule.id) ?? { ...rule, enabled: false }) }
  }
  const first = whole(now)
  const steps: OverTime['steps'] = []
  let before = first
  for (const { ms, config } of later) {
    const after = whole(config)
    const change = changeOf(before, after)
    if (change) steps.push({ at: new Date(ms).toISOString(), change })
    before = after
  }
  return steps.length === 0 ? undefined : { config: first, steps }
}

/** Merges the rules of all times; undefined if their orders conflict, or if an id stands for different rules. */
const mergedRules = (configs: readonly ConfigEntry[]): Rule[] | undefined => {
  const merged: Rule[] = []
  for (const { rules } of configs) {
    let last = -1
    for (const rule of rules) {
      const at = merged.findIndex(({ id }) => id === rule.id)
      if (at < 0) {
        merged.splice(++last, 0, rule)
        continue
      }
      if (at < last || !sameValue(fixedOf(rule), fixedOf(merged[at] as Rule))) return undefined
      last = at
    }
  }
  return merged
}

const changeOf = (before: ConfigEntry, after: ConfigEntry): StepChange | undefined => {
  const rules = after.rules.flatMap((rule, at) => {
    const change = ruleChange(before.rules[at] as Rule, rule)
    return change ? [[rule.id ?? '', change] as const] : []
  })
  const change = {
    ...(before.enabled === after.enabled ? {} : { enabled: after.enabled }),
    ...(sameValue(before.defaultValue, after.defaultValue) ? {} : { defaultValue: after.defaultValue }),
    ...(rules.length === 0 ? {} : { rules: Object.fromEntries(rules) }),
  }
  return Object.keys(change).length === 0 ? undefined : change
}

const fields = ['enabled', 'rolloutPercentage', 'value', 'distribution'] as const

const ruleChange = (before: Rule, after: Rule): RuleChange | undefined => {
  const changed = fields.filter((name) => !sameValue(before[name], after[name]))
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, after[name]]))
}
