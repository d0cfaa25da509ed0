import { dirname, join } from 'node:path'
import { entry, onlyBasic } from '../contender.ts'
import { type BasicKind, type BenchFlag, percentage, ruleId } from '../flags.ts'
import { type BenchCondition, rules } from '../model.ts'
import { fileOf, loadPackage } from './load-package.ts'

type User = { identifier: string; key: string; traits: object }
type Flag = { enabled: boolean }
type Result = { flags: Record<string, Flag> }
type Engine = { getEvaluationResult(context: object): Result }

const operators = { equals: 'EQUAL', in: 'IN', gt: 'GREATER_THAN' }
const clause = ({ attribute, operator, value }: BenchCondition) => ({
  property: attribute,
  operator: operators[operator],
  value: operator === 'in' ? value : String(value),
})

const segment = (key: string, conditions: object[], flags: readonly BenchFlag[], priority: number) => ({
  key,
  name: key,
  metadata: {},
  rules: [{ type: 'ALL', conditions }],
  overrides: flags.map((flag) => ({ ...featureOf(flag), enabled: true, priority })),
})

const featureOf = ({ key, kind }: BenchFlag) => ({
  key,
  name: key,
  enabled: kind === 'plain',
  value: null,
  metadata: { id: 1 },
})

/** Rules are segments here, which override the flags they are for. */
const environmentOf = (flags: readonly BenchFlag[]) => {
  const withRules = flags.filter(({ kind }) => kind === 'rules')
  const byRules = withRules.length === 0 ? [] : rules
  const split = [{ property: '', operator: 'PERCENTAGE_SPLIT', value: String(percentage) }]
  const segments = [
    ...byRules.map((conditions, index) => segment(ruleId(index), conditions.map(clause), withRules, index + 1)),
    ...flags.filter(({ kind }) => kind === 'rollout').map((flag) => segment(`split-${flag.key}`, split, [flag], 1)),
  ]
  return {
    environment: { key: 'bench', name: 'bench' },
    features: Object.fromEntries(flags.map((flag) => [flag.key, featureOf(flag)])),
    segments: Object.fromEntries(segments.map((one) => [one.key, one])),
  }
}

export const flagsmith = entry(
  'Flagsmith',
  (flags: readonly BenchFlag<BasicKind>[]) => {
    // Its SDK evaluates by this; it is not offered by name.
    const engine = join(dirname(fileOf('flagsmith-nodejs')), 'flagsmith-engine', 'index.js')
    const { getEvaluationResult } = loadPackage<Engine>(engine)
    const every = environmentOf(flags)
    // It always evaluates a whole environment: for one flag it gets one that has no other.
    const alone = new Map(flags.map((flag) => [flag.key, environmentOf([flag])]))
    return {
      user: ({ userId, attributes }): User => ({ identifier: userId, key: `bench_${userId}`, traits: attributes }),
      one: (flagKey, identity) => getEvaluationResult({ ...alone.get(flagKey), identity }).flags[flagKey] as Flag,
      isOn: (flag: Flag) => flag.enabled,
      all: (identity) => getEvaluationResult({ ...every, identity }).flags,
    }
  },
  'flagsmith-nodejs',
  onlyBasic,
)
