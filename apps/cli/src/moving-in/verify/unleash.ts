import type { EventEmitter } from 'node:events'
import { once } from 'node:events'
import { type OpenEngine, theirAttributes, theirKeys } from './engine.ts'

type Variant = { name: string; enabled: boolean; payload?: { type: string; value: string } }
type Client = EventEmitter & {
  isEnabled(name: string, context: object): boolean
  getVariant(name: string, context: object): Variant
  isSynchronized?(): boolean
  destroy(): void
}
type Module = { Unleash: new (options: object) => Client; InMemStorageProvider: new () => object }
type Features = { features?: { name: string }[]; segments?: object[] }

/** Where nobody answers: what is compared is what was handed over. */
const nowhere = 'http://127.0.0.1:9/'

const suffix = '.variant'

export const openUnleash: OpenEngine = async ({ load, theirs, choices }) => {
  const { Unleash, InMemStorageProvider } = load('unleash-client') as Module
  const { features = [], segments = [] } = theirs as Features
  const client = new Unleash({
    appName: 'bunting-import',
    url: nowhere,
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: features, segments },
  })
  // It also looks for a server, in vain.
  client.on('error', () => {})
  client.on('warn', () => {})
  if (!client.isSynchronized?.()) await once(client, 'synchronized')
  const keys = theirKeys(features.map(({ name }) => name))
  return {
    ask: (flagKey, probe) => {
      const { userId, anonymousId } = probe
      const attributes = theirAttributes(probe, choices).map(([name, value]) => [name, String(value)])
      const context = {
        ...(userId === undefined ? {} : { userId }),
        ...(anonymousId === undefined ? {} : { sessionId: anonymousId }),
        properties: Object.fromEntries(attributes),
      }
      const name = keys.get(flagKey)
      if (name !== undefined) return { value: client.isEnabled(name, context) }
      const parent = keys.get(flagKey.slice(0, -suffix.length)) ?? ''
      const { name: variant, payload } = client.getVariant(parent, context)
      return { value: valueIn(variant, payload) }
    },
    close: () => client.destroy(),
  }
}

const valueIn = (name: string, payload: Variant['payload']): unknown => {
  if (payload === undefined) return name
  if (payload.type === 'number') return Number(payload.value)
  if (payload.type !== 'json') return payload.value
  try {
    return JSON.parse(payload.value)
  } catch {
    return payload.value
  }
}
