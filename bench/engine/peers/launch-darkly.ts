import { entry } from '../contender.ts'
import { type BenchCondition, type BenchFlag, percentage, ruleId, rules } from '../flags.ts'
import { loadPackage, nowhere, silent } from './load-package.ts'

type Flag = object
type Result = { detail: { value: boolean } }
type Evaluator = { evaluateCb(flag: Flag, user: unknown, done: (result: Result) => void): void }
type Client = {
  waitForInitialization(options: { timeout: number }): Promise<unknown>
  close(): void
  /** Its evaluator, without the promises that the client wraps around it. */
  _evaluator: Evaluator
  _featureStore: { all(kind: { namespace: string }, done: (flags: Record<string, Flag>) => void): void }
}
type TestData = { usePreconfiguredFlag(flag: Flag): Promise<unknown>; getFactory(): unknown }
type Module = { init(key: string, options: object): Client }
type Integrations = { TestData: new () => TestData }
type Common = { Context: { fromLDContext(user: object): unknown } }

const clause = ({ attribute, operator, value }: BenchCondition) => ({
  attribute,
  contextKind: 'user',
  op: operator === 'gt' ? 'greaterThan' : 'in',
  values: [value].flat(),
  negate: false,
})

const split = [
  { variation: 0, weight: percentage * 1_000 },
  { variation: 1, weight: 100_000 - percentage * 1_000 },
]

const fallthroughOf = {
  plain: { variation: 0 },
  rules: { variation: 1 },
  rollout: { rollout: { contextKind: 'user', kind: 'rollout', variations: split } },
}

const flagOf = ({ key, kind }: BenchFlag): Flag => ({
  key,
  version: 1,
  on: true,
  salt: key,
  variations: [true, false],
  offVariation: 1,
  targets: [],
  contextTargets: [],
  prerequisites: [],
  trackEvents: false,
  rules: (kind === 'rules' ? rules : []).map((conditions, index) => ({
    id: ruleId(index),
    variation: 0,
    clauses: conditions.map(clause),
    trackEvents: false,
  })),
  fallthrough: fallthroughOf[kind],
})

const openClient = async (flags: readonly BenchFlag[]): Promise<Client> => {
  const { init } = loadPackage<Module>('@launchdarkly/node-server-sdk')
  const { TestData } = loadPackage<Integrations>('@launchdarkly/node-server-sdk/integrations')
  const data = new TestData()
  for (const flag of flags) await data.usePreconfiguredFlag(flagOf(flag))
  const addresses = { baseUri: nowhere, streamUri: nowhere, eventsUri: nowhere }
  const quiet = { sendEvents: false, diagnosticOptOut: true, logger: silent }
  const client = init('sdk-key', { updateProcessor: data.getFactory(), ...quiet, ...addresses })
  await client.waitForInitialization({ timeout: 5 })
  return client
}

export const launchDarkly = entry(
  'LaunchDarkly',
  async (flags) => {
    const client = await openClient(flags)
    const { Context } = loadPackage<Common>('@launchdarkly/js-server-sdk-common')
    const byKey = await new Promise<Record<string, Flag>>((resolve) =>
      client._featureStore.all({ namespace: 'features' }, resolve),
    )
    const stored = new Map(Object.entries(byKey))
    const one = (flagKey: string, user: unknown): Result => {
      let answer: Result | undefined
      client._evaluator.evaluateCb(stored.get(flagKey) as Flag, user, (result) => {
        answer = result
      })
      return answer as Result
    }
    return {
      user: ({ userId, attributes }): unknown => Context.fromLDContext({ kind: 'user', key: userId, ...attributes }),
      one,
      isOn: (result: Result) => result.detail.value,
      all: (user) => flags.map(({ key }) => one(key, user)),
      close: () => client.close(),
    }
  },
  '@launchdarkly/node-server-sdk',
)
