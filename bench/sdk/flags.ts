import { type Bundle, type Flags, type FlagsOptions, openFlags } from '../../packages/sdk-server/src/index.ts'

export const flagCount = 64
const userCount = 1_024

const rule = {
  id: 'rule_pro',
  name: 'Pro customers',
  enabled: true,
  conditionOperator: 'AND',
  conditions: [{ attribute: 'plan', operator: 'equals', value: 'pro' }],
  value: true,
}
const rollout = { ...rule, id: 'rule_some', name: 'Some', conditions: [], rolloutPercentage: 25 }

const keys = Array.from({ length: flagCount }, (_, at) => `flag-${at}`)
const users = Array.from({ length: userCount }, (_, at) => ({
  userId: `user-${at}`,
  attributes: { plan: at % 3 === 0 ? 'pro' : 'free', country: 'NL' },
}))

const flagOf = (key: string) => ({
  id: `flag_${key}`,
  type: 'boolean' as const,
  clientSafe: false,
  config: { version: 1, enabled: true, defaultValue: false, rules: [rule, rollout] },
})
const bootstrap: Bundle = {
  environmentId: 'env_bench',
  revision: 1,
  flags: Object.fromEntries(keys.map((key) => [key, flagOf(key)])),
}

/** Flags with a rule and a rollout each; nothing is asked of any Bunting. */
export const openBenchFlags = (options: Partial<FlagsOptions>): Flags =>
  openFlags({ url: 'http://127.0.0.1:9', key: 'sk_bench', bootstrap, ...options })

/** Evaluates so often, and counts what was on: an answer that nobody uses need not be worked out. */
export const evaluateTimes = (flags: Flags, times: number): number => {
  let on = 0
  for (let n = 0; n < times; n++) {
    if (flags.boolean(keys[n % flagCount] as string, users[n % userCount] as object, false)) on++
  }
  return on
}
