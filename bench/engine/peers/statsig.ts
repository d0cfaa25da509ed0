import { entry, onlyBasic } from '../contender.ts'
import { type BasicKind, type BenchFlag, percentage, ruleId } from '../flags.ts'
import { rules } from '../model.ts'
import { loadPackage, nowhere } from './load-package.ts'

type Client = {
  initialize(): Promise<unknown>
  checkGate(user: object, flagKey: string, options: object): boolean
  shutdown(): Promise<unknown>
}
type Module = {
  Statsig: new (key: string, options: object) => Client
  StatsigUser: new (user: { userID: string; custom: object }) => object
}

const byUser = { isDeviceBased: false, idType: 'userID' }
const conditionId = (rule: number, condition: number) => `condition-${rule}-${condition}`

const everybody = [
  'everybody',
  { type: 'public', targetValue: null, operator: null, field: null, additionalValues: {}, ...byUser },
]
const conditions = rules.flatMap((pair, rule) =>
  pair.map(({ attribute, operator, value }, index) => [
    conditionId(rule, index),
    {
      type: 'user_field',
      targetValue: operator === 'gt' ? value : [value].flat(),
      operator: operator === 'gt' ? 'gt' : 'any_case_sensitive',
      field: attribute,
      additionalValues: {},
      ...byUser,
    },
  ]),
)

const ruleOf = (id: string, ids: string[], passPercentage: number) => ({
  name: id,
  groupName: id,
  passPercentage,
  conditions: ids,
  returnValue: true,
  id,
  salt: id,
  ...byUser,
})

const rulesOf: Record<BasicKind, object[]> = {
  plain: [ruleOf(ruleId(0), ['everybody'], 100)],
  rules: rules.map((pair, rule) =>
    ruleOf(
      ruleId(rule),
      pair.map((_, index) => conditionId(rule, index)),
      100,
    ),
  ),
  rollout: [ruleOf(ruleId(0), ['everybody'], percentage)],
}

const gateOf = ({ key, kind }: BenchFlag<BasicKind>) => ({
  type: 'feature_gate',
  salt: key,
  enabled: true,
  defaultValue: false,
  entity: 'feature_gate',
  version: 1,
  rules: rulesOf[kind],
  ...byUser,
})

const specsOf = (flags: readonly BenchFlag<BasicKind>[]): string =>
  JSON.stringify({
    has_updates: true,
    time: 1,
    company_id: 'bench',
    app_id: 'bench',
    feature_gates: Object.fromEntries(flags.map((flag) => [flag.key, gateOf(flag)])),
    condition_map: Object.fromEntries([everybody, ...conditions]),
    dynamic_configs: {},
    layer_configs: {},
    layers: {},
    experiment_to_layer: {},
    id_lists: {},
    sdk_configs: {},
    param_stores: {},
    sdk_flags: {},
    diagnostics: {},
    response_format: 'dcs-v2',
    checksum: '1',
  })

const nothing = async () => undefined

export const statsig = entry(
  'Statsig',
  async (flags: readonly BenchFlag<BasicKind>[]) => {
    const { Statsig, StatsigUser } = loadPackage<Module>('@statsig/statsig-node-core')
    const result = specsOf(flags)
    const client = new Statsig('secret-bench', {
      dataStore: {
        initialize: nothing,
        shutdown: nothing,
        get: async () => ({ result, time: 1 }),
        set: nothing,
        supportPollingUpdatesFor: async () => false,
      },
      specAdaptersConfig: [{ adapterType: 'data_store', initTimeoutMs: 3_000 }],
      disableNetwork: true,
      disableAllLogging: true,
      disableCountryLookup: true,
      outputLogLevel: 'none',
      specsUrl: nowhere,
      idListsUrl: nowhere,
      logEventUrl: nowhere,
    })
    await client.initialize()
    const unlogged = { disableExposureLogging: true }
    return {
      user: ({ userId, attributes }): object => new StatsigUser({ userID: userId, custom: attributes }),
      one: (flagKey, user) => client.checkGate(user, flagKey, unlogged),
      isOn: (on: boolean) => on,
      all: (user) => flags.map(({ key }) => client.checkGate(user, key, unlogged)),
      close: async () => {
        await client.shutdown()
      },
    }
  },
  '@statsig/statsig-node-core',
  onlyBasic,
)
