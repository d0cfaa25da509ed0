import type { StepChange } from '@bunting/contract'
import type { Draft } from './people.ts'

/** A config after a step of a schedule. A step of an unknown rule changes nothing here: the API refuses it. */
export const applyStep = (config: Draft, { enabled, defaultValue, rules = {} }: StepChange): Draft => ({
  ...config,
  enabled: enabled ?? config.enabled,
  defaultValue: defaultValue ?? config.defaultValue,
  rules: config.rules.map((rule) => {
    const change = Object.hasOwn(rules, rule.id) ? rules[rule.id] : undefined
    if (!change) return rule
    const { value, distribution, ...others } = rule
    const replaces = change.value !== undefined || change.distribution !== undefined
    const given = Object.fromEntries(Object.entries(change).filter(([, part]) => part !== undefined))
    return { ...others, ...(replaces ? {} : { value, distribution }), ...given } as typeof rule
  }),
})
