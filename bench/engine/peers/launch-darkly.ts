import { entry } from '../contender.ts'
import { type BenchFlag, type Kind, percentage, ruleId } from '../flags.ts'
import { audience, type BenchCondition, chain, linkKey, nested, rules } from '../model.ts'
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
type TestData = {
  usePreconfiguredFlag(flag: Flag): Promise<unknown>
  usePreconfiguredSegment(segment: object): Promise<unknown>
  getFactory(): unknown
}
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

const everybody = { variation: 0 }
const nobody = { variation: 1 }

const inSegment = (segment: string) => ({
  attribute: '',
  contextKind: 'user',
  op: 'segmentMatch',
  values: [segment],
  negate: false,
})

type DarklyKind = Exclude<Kind, 'groups'>

const clausesOf: Record<DarklyKind, readonly (readonly object[])[]> = {
  plain: [],
  rules: rules.map((conditions) => conditions.map(clause)),
  rollout: [],
  segment: [[inSegment('audience')]],
  nested: [[inSegment('outer')]],
  chain: [[clause(chain[0])]],
}

const fallthroughOf: Record<DarklyKind, object> = {
  plain: everybody,
  rules: nobody,
  rollout: { rollout: { contextKind: 'user', kind: 'rollout', variations: split } },
  segment: nobody,
  nested: nobody,
  chain: nobody,
}

const needs = (link: number) => (link < chain.length ? [{ key: linkKey(link), variation: 0 }] : [])

const flagOf = (
  key: string,
  prerequisites: object[],
  clauses: readonly (readonly object[])[],
  fallthrough: object,
) => ({
  key,
  version: 1,
  on: true,
  salt: key,
  variations: [true, false],
  offVariation: 1,
  targets: [],
  contextTargets: [],
  prerequisites,
  trackEvents: false,
  rules: clauses.map((each, index) => ({ id: ruleId(index), variation: 0, clauses: each, trackEvents: false })),
  fallthrough,
})

const links = chain.map((condition, link) => flagOf(linkKey(link), needs(link + 1), [[clause(condition)]], nobody))

const segmentOf = (key: string, included: readonly string[], clauses: object[]) => ({
  key,
  version: 1,
  salt: key,
  included,
  excluded: [],
  rules: clauses.length === 0 ? [] : [{ id: ruleId(0), clauses }],
})

const segments = [
  segmentOf('audience', audience, []),
  segmentOf('outer', [], [inSegment('middle'), clause(nested.outer)]),
  segmentOf('middle', [], [inSegment('inner'), clause(nested.middle)]),
  segmentOf('inner', [], [clause(nested.inner)]),
]

const openClient = async (flags: readonly BenchFlag<DarklyKind>[]): Promise<Client> => {
  const { init } = loadPackage<Module>('@launchdarkly/node-server-sdk')
  const { TestData } = loadPackage<Integrations>('@launchdarkly/node-server-sdk/integrations')
  const data = new TestData()
  for (const { key, kind } of flags) {
    const prerequisites = kind === 'chain' ? needs(1) : []
    await data.usePreconfiguredFlag(flagOf(key, prerequisites, clausesOf[kind], fallthroughOf[kind]))
  }
  for (const link of links) await data.usePreconfiguredFlag(link)
  for (const segment of segments) await data.usePreconfiguredSegment(segment)
  const addresses = { baseUri: nowhere, streamUri: nowhere, eventsUri: nowhere }
  const quiet = { sendEvents: false, diagnosticOptOut: true, logger: silent }
  const client = init('sdk-key', { updateProcessor: data.getFactory(), ...quiet, ...addresses })
  await client.waitForInitialization({ timeout: 5 })
  return client
}

export const launchDarkly = entry(
  'LaunchDarkly',
  async (flags: readonly BenchFlag<DarklyKind>[]) => {
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
  { groups: 'has no groups' },
)
