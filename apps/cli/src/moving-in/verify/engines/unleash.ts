import type { EventEmitter } from 'node:events'
import { once } from 'node:events'
import { readAs } from '../../shared/read.ts'
import { environmentSchema, type TheirFlag } from '../../unleash/schema.ts'
import { disabledValue, payloadType, variantsIn } from '../../unleash/variants.ts'
import { type OpenEngine, theirAttributes, theirKeys } from '../engine.ts'

type Variant = { name: string; enabled: boolean; payload?: { type: string; value: string } }
type Client = EventEmitter & {
  isEnabled(name: string, context: object): boolean
  getVariant(name: string, context: object): Variant
  isSynchronized?(): boolean
  destroy(): void
}
type Module = { Unleash: new (options: object) => Client; InMemStorageProvider: new () => object }

/** An address at which nothing answers: only the flags passed in are compared. */
const nowhere = 'http://127.0.0.1:9/'

const suffix = '.variant'

export const openUnleash: OpenEngine = async ({ load, environment, theirs, choices }) => {
  const { Unleash, InMemStorageProvider } = load('unleash-client') as Module
  const { features, segments } = readAs(environmentSchema, theirs, `The environment ${environment}`)
  const client = new Unleash({
    appName: 'bunting-import',
    environment,
    url: nowhere,
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: features, segments: segments ?? [] },
  })
  // The SDK also tries to reach a server, and fails.
  client.on('error', () => {})
  client.on('warn', () => {})
  if (!client.isSynchronized?.()) await once(client, 'synchronized')
  const keys = theirKeys(features.map(({ name }) => name))
  const types = new Map(features.map((flag) => [flag.name, payloadType(variantsIn(flag))]))
  const byChance = new Set(features.filter(drawsAnew).map(({ name }) => name))
  const parentsOf = new Map(features.map(({ name, dependencies }) => [name, dependencies ?? []]))
  const isByChance = (name: string): boolean =>
    byChance.has(name) || (parentsOf.get(name) ?? []).some(({ feature }) => byChance.has(feature))
  return {
    ask: (flagKey, probe) => {
      const { userId, anonymousId } = probe
      const all = theirAttributes(probe, choices).map(([name, value]) => [name, String(value)] as const)
      // `appName` is the only attribute with a field of its own in Unleash's context.
      const { appName, ...properties } = Object.fromEntries(all)
      const context = {
        ...(userId === undefined ? {} : { userId }),
        ...(anonymousId === undefined ? {} : { sessionId: anonymousId }),
        ...(appName === undefined ? {} : { appName }),
        properties,
      }
      const name = keys.get(flagKey) ?? keys.get(flagKey.slice(0, -suffix.length)) ?? ''
      // Properties are texts in Unleash.
      const hasList = Object.values(probe.attributes).some(Array.isArray)
      if (isByChance(name) || hasList) return 'unaskable'
      if (keys.has(flagKey)) return { value: client.isEnabled(name, context) }
      const { name: variant, payload } = client.getVariant(name, context)
      if (types.get(name) === 'json') return { value: payload ? JSON.parse(payload.value) : disabledValue('json') }
      return { value: payload?.value ?? variant }
    },
    close: () => client.destroy(),
  }
}

/** Tells whether anything is drawn anew at each evaluation: such answers cannot be compared. */
const drawsAnew = ({ strategies, variants }: TheirFlag): boolean => {
  const isRandom = (stickiness: unknown) => stickiness === 'random'
  return (
    (variants ?? []).some(({ stickiness }) => isRandom(stickiness)) ||
    (strategies ?? []).some(
      (strategy) =>
        strategy.name === 'gradualRolloutRandom' ||
        isRandom(strategy.parameters?.stickiness) ||
        (strategy.variants ?? []).some(({ stickiness }) => isRandom(stickiness)),
    )
  )
}
