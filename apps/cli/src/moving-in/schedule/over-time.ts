import type { StepChange } from '@bunting/contract'
import { sameValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'

type Rule = ConfigEntry['rules'][number]
type RuleChange = NonNullable<StepChange['rules']>[string]

/** What a flag is from a moment on. */
export type Since = { ms: number; config: ConfigEntry }

/** A config for now, and what becomes of it step by step. */
export type OverTime = { config: ConfigEntry; steps: { at: string; change: StepChange }[] }

/** What no step can change. */
const fixedOf = ({ id: _, name: __, enabled: ___, rolloutPercentage, value: ____, distribution, ...rest }: Rule) => ({
  ...rest,
  isRolledOut: rolloutPercentage !== undefined,
  isSplit: distribution !== undefined,
})

/** A flag that changes with the time as a config and steps; undefined where it becomes what no step can make of it. */
export const overTime = (now: ConfigEntry, later: readonly Since[]): OverTime | undefined => {
  const all = [now, ...later.map(({ config }) => config)]
  const rest = ({ rules: _, enabled: __, defaultValue: ___, ...others }: ConfigEntry) => others
  if (!all.every((config) => sameValue(rest(config), rest(now)))) return undefined
  const rules = mergedRules(all)
  if (!rules) return undefined
  /** Rules that are not there yet, or no longer, are there and off. */
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

/** The rules of all times in one order; undefined where they have none, or are others under the same id. */
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
