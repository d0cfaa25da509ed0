import type { StepChange } from '@bunting/contract'
import type { FlagConfig, FlagValue, Rule } from '@bunting/engine'

type RuleChange = NonNullable<StepChange['rules']>[string]

/** Applies a change to a rule. A `value` replaces a `distribution`, and vice versa. */
const afterChange = (rule: Rule, { value, distribution, ...fields }: RuleChange): Rule => {
  const { value: oldValue, distribution: oldSplit, ...rest } = { ...rule, ...defined(fields) }
  if (value !== undefined) return { ...rest, value: value as FlagValue }
  if (distribution !== undefined) return { ...rest, distribution }
  return { ...rest, ...defined({ value: oldValue, distribution: oldSplit }) }
}

const defined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }

/** The config after a step. */
const afterStep = (config: FlagConfig, { enabled, defaultValue, rules = {} }: StepChange): FlagConfig => ({
  ...config,
  ...defined({ enabled, defaultValue: defaultValue as FlagValue | undefined }),
  rules: config.rules.map((rule) => {
    const change = rules[rule.id]
    return change ? afterChange(rule, change) : rule
  }),
})

/** The config after each of the steps. */
export const configsAfter = (
  steps: readonly { change: StepChange }[],
  config: FlagConfig | undefined,
): (FlagConfig | undefined)[] => {
  let now = config
  return steps.map(({ change }) => {
    now = now && afterStep(now, change)
    return now
  })
}
