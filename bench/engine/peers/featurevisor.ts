import { entry, onlyBasic } from '../contender.ts'
import { type BasicKind, type BenchFlag, percentage, ruleId } from '../flags.ts'
import { type BenchCondition, rules } from '../model.ts'
import { loadPackage } from './load-package.ts'

type User = Record<string, unknown>
type Instance = { isEnabled(flagKey: string, user: User): boolean; getAllEvaluations(user: User): object }
type Module = { createInstance(options: object): Instance }

const operators = { equals: 'equals', in: 'in', gt: 'greaterThan' }
const clause = ({ attribute, operator, value }: BenchCondition) => ({ attribute, operator: operators[operator], value })

const segments = Object.fromEntries(
  rules.map((conditions, index) => [
    ruleId(index),
    { key: ruleId(index), conditions: { and: conditions.map(clause) } },
  ]),
)

const everybody = 100_000

const trafficOf = ({ kind }: BenchFlag<BasicKind>) => {
  if (kind === 'rules') {
    return rules.map((_, index) => ({
      key: ruleId(index),
      segments: ruleId(index),
      percentage: everybody,
      allocation: [],
    }))
  }
  const share = kind === 'plain' ? everybody : percentage * 1_000
  return [{ key: ruleId(0), segments: '*', percentage: share, allocation: [] }]
}

export const featurevisor = entry(
  'Featurevisor',
  (flags: readonly BenchFlag<BasicKind>[]) => {
    const { createInstance } = loadPackage<Module>('@featurevisor/sdk')
    const features = flags.map((flag) => [flag.key, { key: flag.key, bucketBy: 'userId', traffic: trafficOf(flag) }])
    const datafile = { schemaVersion: '2', revision: '1', segments, features: Object.fromEntries(features) }
    const instance = createInstance({ datafile, logLevel: 'fatal' })
    return {
      user: ({ userId, attributes }): User => ({ userId, ...attributes }),
      one: (flagKey, user) => instance.isEnabled(flagKey, user),
      isOn: (on: boolean) => on,
      all: (user) => instance.getAllEvaluations(user),
    }
  },
  '@featurevisor/sdk',
  onlyBasic,
)
