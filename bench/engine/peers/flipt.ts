import { entry, onlyBasic } from '../contender.ts'
import { type BasicKind, type BenchFlag, percentage, ruleId } from '../flags.ts'
import { type BenchCondition, rules } from '../model.ts'
import { loadPackage, nowhere } from './load-package.ts'

type User = { entityId: string; context: Record<string, string> }
type Result = { enabled: boolean }
type Request = User & { flagKey: string }
type Client = { evaluateBoolean(request: Request): Result; evaluateBatch(requests: Request[]): object; close(): void }
type Module = { FliptClient: { init(options: object): Promise<Client> } }

const made = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
const named = (key: string) => ({ key, name: key, description: '', ...made })
const operators = { equals: 'eq', in: 'isoneof', gt: 'gt' }

const constraint = ({ attribute, operator, value }: BenchCondition, index: number) => ({
  id: String(index),
  type: operator === 'gt' ? 'NUMBER_CONSTRAINT_COMPARISON_TYPE' : 'STRING_CONSTRAINT_COMPARISON_TYPE',
  property: attribute,
  operator: operators[operator],
  value: operator === 'in' ? JSON.stringify(value) : String(value),
})

const segment = (conditions: readonly BenchCondition[], index: number) => ({
  ...named(ruleId(index)),
  matchType: 'ALL_SEGMENT_MATCH_TYPE',
  constraints: conditions.map(constraint),
})

const rolloutsOf: Record<BasicKind, object[]> = {
  plain: [],
  rules: rules.map((conditions, index) => ({
    type: 'SEGMENT_ROLLOUT_TYPE',
    rank: index + 1,
    segment: { value: true, segmentOperator: 'OR_SEGMENT_OPERATOR', segments: [segment(conditions, index)] },
  })),
  rollout: [{ type: 'THRESHOLD_ROLLOUT_TYPE', rank: 1, threshold: { percentage, value: true } }],
}

const flagOf = ({ key, kind }: BenchFlag<BasicKind>) => ({
  ...named(key),
  enabled: kind === 'plain',
  type: 'BOOLEAN_FLAG_TYPE',
  rules: [],
  rollouts: rolloutsOf[kind],
})

export const flipt = entry(
  'Flipt',
  async (flags: readonly BenchFlag<BasicKind>[]) => {
    const { FliptClient } = loadPackage<Module>('@flipt-io/flipt-client-js')
    const snapshot = { namespace: { key: 'default' }, flags: flags.map(flagOf) }
    const answer = { ok: true, status: 200, statusText: 'OK', headers: { get: () => null }, json: async () => snapshot }
    const client = await FliptClient.init({ url: nowhere, updateInterval: 0, fetcher: async () => answer })
    const texts = (attributes: object) =>
      Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
    return {
      user: ({ userId, attributes }): User => ({ entityId: userId, context: texts(attributes) }),
      one: (flagKey, user) => client.evaluateBoolean({ flagKey, ...user }),
      isOn: (result: Result) => result.enabled,
      all: (user) => client.evaluateBatch(flags.map(({ key }) => ({ flagKey: key, ...user }))),
      close: () => client.close(),
    }
  },
  '@flipt-io/flipt-client-js',
  onlyBasic,
)
