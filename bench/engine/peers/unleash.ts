import { once } from 'node:events'
import { entry } from '../contender.ts'
import type { BenchFlag } from '../flags.ts'
import { loadPackage, nowhere } from './load-package.ts'
import { type UnleashKind, unleashFlags, unleashSegments } from './unleash-flags.ts'

type User = { userId: string; properties: Record<string, string> }
type Client = NodeJS.EventEmitter & {
  isEnabled(flagKey: string, user: User, otherwise: boolean): boolean
  destroy(): void
}
type Module = { Unleash: new (options: object) => Client; InMemStorageProvider: new () => object }

export const unleash = entry(
  'Unleash',
  async (flags: readonly BenchFlag<UnleashKind>[]) => {
    const { Unleash, InMemStorageProvider } = loadPackage<Module>('unleash-client')
    const client = new Unleash({
      appName: 'bench',
      url: nowhere,
      refreshInterval: 0,
      disableMetrics: true,
      skipInstanceCountWarning: true,
      bootstrap: { data: unleashFlags(flags), segments: unleashSegments },
      bootstrapOverride: true,
      storageProvider: new InMemStorageProvider(),
    })
    client.on('error', () => undefined)
    client.on('warn', () => undefined)
    await once(client, 'ready')
    const texts = (attributes: object) =>
      Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
    return {
      user: ({ userId, attributes }): User => ({ userId, properties: texts(attributes) }),
      one: (flagKey, user) => client.isEnabled(flagKey, user, false),
      isOn: (on: boolean) => on,
      all: (user) => flags.map(({ key }) => client.isEnabled(key, user, false)),
      close: () => client.destroy(),
    }
  },
  'unleash-client',
  {
    nested: 'has segments, but none within another',
    chain: 'has parents, but none of a parent',
    groups: 'has no groups',
  },
)
