import { entry } from '../contender.ts'
import { type BenchCondition, type BenchFlag, percentage, ruleId, rules } from '../flags.ts'
import { loadPackage } from './load-package.ts'

type User = { attributes: Record<string, unknown> }
type Client = {
  initSync(options: { payload: object }): void
  evalFeature(flagKey: string, user: User): { on: boolean }
}
type Module = { GrowthBookClient: new (options: object) => Client }

const wanted = ({ operator, value }: BenchCondition) => {
  if (operator === 'equals') return value
  return operator === 'in' ? { $in: value } : { $gt: value }
}

const featureOf = ({ key, kind }: BenchFlag) => {
  if (kind === 'plain') return { defaultValue: true }
  if (kind === 'rollout') {
    const rule = {
      id: ruleId(0),
      force: true,
      coverage: percentage / 100,
      hashAttribute: 'id',
      seed: key,
      hashVersion: 2,
    }
    return { defaultValue: false, rules: [rule] }
  }
  return {
    defaultValue: false,
    rules: rules.map((conditions, index) => ({
      id: ruleId(index),
      condition: Object.fromEntries(conditions.map((condition) => [condition.attribute, wanted(condition)])),
      force: true,
    })),
  }
}

export const growthBook = entry(
  'GrowthBook',
  (flags) => {
    const { GrowthBookClient } = loadPackage<Module>('@growthbook/growthbook')
    const client = new GrowthBookClient({})
    client.initSync({ payload: { features: Object.fromEntries(flags.map((flag) => [flag.key, featureOf(flag)])) } })
    return {
      user: ({ userId, attributes }): User => ({ attributes: { id: userId, ...attributes } }),
      one: (flagKey, user) => client.evalFeature(flagKey, user),
      isOn: (result: { on: boolean }) => result.on,
      all: (user) => flags.map(({ key }) => client.evalFeature(key, user)),
    }
  },
  '@growthbook/growthbook',
)
