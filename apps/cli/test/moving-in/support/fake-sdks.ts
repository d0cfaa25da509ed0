import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Source } from '../../../src/moving-in/converted.ts'
import { makeHome } from '../../support/bunting.ts'

/** For each service, a flag in its own format that is true if `plan` is "pro". */
export const banners: Record<Source, object> = {
  launchdarkly: {
    flags: {
      banner: {
        on: true,
        salt: 'salt',
        variations: [true, false],
        offVariation: 1,
        fallthrough: { variation: 1 },
        rules: [
          { id: 'pro', variation: 0, clauses: [{ attribute: 'plan', op: 'in', values: ['pro'], negate: false }] },
        ],
      },
    },
  },
  unleash: {
    version: 2,
    features: [
      {
        name: 'banner',
        enabled: true,
        strategies: [
          { name: 'default', constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }], parameters: {} },
        ],
      },
    ],
  },
  flagsmith: {
    api_key: 'key',
    name: 'Production',
    feature_states: [{ feature: { id: 1, name: 'banner' }, enabled: false, feature_state_value: null }],
    project: {
      segments: [
        {
          id: 1,
          name: 'Pro',
          rules: [{ type: 'ALL', conditions: [{ operator: 'EQUAL', property_: 'plan', value: 'pro' }] }],
          feature_states: [{ feature: { id: 1, name: 'banner' }, enabled: true, feature_state_value: null }],
        },
      ],
    },
  },
  growthbook: { features: { banner: { defaultValue: false, rules: [{ condition: { plan: 'pro' }, force: true }] } } },
  flagd: {
    flags: {
      banner: {
        state: 'ENABLED',
        variants: { on: true, off: false },
        defaultVariant: 'off',
        targeting: { if: [{ '==': [{ var: 'plan' }, 'pro'] }, 'on', null] },
      },
    },
  },
  goff: {
    banner: {
      variations: { on: true, off: false },
      targeting: [{ query: 'plan in ["pro"]', variation: 'on' }],
      defaultRule: { variation: 'off' },
    },
  },
}

type Files = Record<string, string>

/** SDKs that know one flag, whose answer is an expression of `id` and `plan`. */
const packages: Record<Exclude<Source, 'goff'>, (rule: string) => { name: string; files: Files }> = {
  launchdarkly: (rule) => ({
    name: '@launchdarkly/node-server-sdk',
    files: {
      'package.json': '{ "exports": { ".": "./index.cjs", "./integrations": "./integrations.cjs" } }',
      'index.cjs': `exports.init = () => ({
        waitForInitialization: async () => {},
        variationDetail: async (key, { user: { key: id, plan } }) => ({ value: ${rule}, variationIndex: 0 }),
        close() {},
      })`,
      'integrations.cjs': `exports.TestData = class {
        usePreconfiguredFlag() {}
        usePreconfiguredSegment() {}
        getFactory() {}
      }`,
    },
  }),
  unleash: (rule) => ({
    name: 'unleash-client',
    files: {
      'index.cjs': `const { EventEmitter } = require('node:events')
      exports.InMemStorageProvider = class {}
      exports.Unleash = class extends EventEmitter {
        constructor() {
          super()
          setImmediate(() => this.emit('synchronized'))
        }
        isEnabled(name, { userId: id, properties: { plan } }) {
          return ${rule}
        }
        destroy() {}
      }`,
    },
  }),
  flagsmith: (rule) => ({
    name: 'flagsmith-nodejs',
    files: {
      'index.cjs': `const { readFileSync } = require('node:fs')
      exports.LocalFileHandler = class {
        constructor(file) { JSON.parse(readFileSync(file, 'utf8')) }
      }
      const flags = (id, plan) => ({ isFeatureEnabled: () => ${rule}, getFeatureValue: () => null })
      exports.Flagsmith = class {
        async getIdentityFlags(id, { plan }) { return flags(id, plan) }
        async getEnvironmentFlags() { return flags() }
      }`,
    },
  }),
  growthbook: (rule) => ({
    name: '@growthbook/growthbook',
    files: {
      'index.cjs': `exports.GrowthBookClient = class {
        initSync() { return this }
        evalFeature(key, { attributes: { id, plan } }) { return { value: ${rule} } }
      }`,
    },
  }),
  flagd: (rule) => ({
    name: '@openfeature/flagd-core',
    files: {
      'index.cjs': `const flag = { state: 'ENABLED', evaluate: ({ targetingKey: id, plan }) => ({ value: ${rule} }) }
      exports.FlagdCore = class {
        setConfigurations() {}
        getFlag() { return flag }
        getFlags() { return new Map([['banner', flag]]) }
      }`,
    },
  }),
}

/** A folder of an application with the service's SDK, which answers by `rule`. */
export const sdkThat = (source: Exclude<Source, 'goff'>, rule: string): string => {
  const folder = makeHome()
  const { name, files } = packages[source](rule)
  for (const [path, text] of Object.entries({ 'package.json': '{ "main": "index.cjs" }', ...files })) {
    const file = join(folder, 'node_modules', name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return folder
}

/** Encodes a number as WebAssembly does (LEB128). */
const leb = (number: bigint): number[] => {
  const byte = Number(number & 0x7fn)
  const rest = number >> 7n
  const isLast = (rest === 0n && byte < 0x40) || (rest === -1n && byte >= 0x40)
  return isLast ? [byte] : [byte | 0x80, ...leb(rest)]
}
const sized = (bytes: readonly number[]): number[] => [bytes.length & 0x7f, ...bytes]
const section = (id: number, ...items: (readonly number[])[]): number[] => [
  id,
  ...sized([items.length, ...items.flat()]),
]
const exported = (name: string, kind: number, index: number): number[] => [
  ...sized([...Buffer.from(name)]),
  kind,
  index,
]

/** A module in the form of GO Feature Flag's, which gives the same answer to everything. */
export const goffThat = (value: unknown): string => {
  const answer = [...Buffer.from(JSON.stringify({ value, failed: false, reason: 'STATIC' }))]
  const at = 8
  const [i32, i64, end] = [0x7f, 0x7e, 0x0b]
  const packed = leb((BigInt(at) << 32n) | BigInt(answer.length))
  const bytes = [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [0x60, 1, i32, 1, i32], [0x60, 1, i32, 0], [0x60, 2, i32, i32, 1, i64]),
    ...section(3, [0], [1], [2]),
    ...section(5, [0, 1]),
    ...section(
      7,
      exported('memory', 2, 0),
      exported('malloc', 0, 0),
      exported('free', 0, 1),
      exported('evaluate', 0, 2),
    ),
    ...section(10, sized([0, 0x41, ...leb(1024n), end]), sized([0, end]), sized([0, 0x42, ...packed, end])),
    ...section(11, [0, 0x41, at, end, ...sized(answer)]),
  ]
  const file = join(makeHome(), 'gofeatureflag-evaluation_0.0.0.wasi')
  writeFileSync(file, Uint8Array.from(bytes))
  return file
}
