import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenEngine, theirAttributes, theirKeys } from '../engine.ts'

type Flags = { isFeatureEnabled(name: string): boolean; getFeatureValue(name: string): unknown }
type Client = {
  getIdentityFlags(id: string, traits: object): Promise<Flags>
  getEnvironmentFlags(): Promise<Flags>
  close?(): void
}
type Module = {
  Flagsmith: new (options: object) => Client
  LocalFileHandler: new (file: string) => object
}
type Document = { feature_states?: { feature: { name: string } }[] }

const suffix = '.value'

export const openFlagsmith: OpenEngine = ({ load, theirs, choices }) => {
  const { Flagsmith, LocalFileHandler } = load('flagsmith-nodejs') as Module
  // The SDK reads the document only from a file.
  const folder = mkdtempSync(join(tmpdir(), 'bunting-import-'))
  const file = join(folder, 'environment.json')
  writeFileSync(file, JSON.stringify(theirs), { mode: 0o600 })
  const client = new Flagsmith({ offlineMode: true, offlineHandler: new LocalFileHandler(file) })
  const names = ((theirs as Document).feature_states ?? []).map(({ feature }) => feature.name)
  const keys = theirKeys(names)
  return {
    // Only identities can have traits.
    complete: (probe) =>
      probe.userId === undefined && Object.keys(probe.attributes).length > 0 ? { ...probe, userId: 'somebody' } : probe,
    ask: async (flagKey, probe) => {
      const traits = Object.fromEntries(theirAttributes(probe, choices))
      const { userId } = probe
      const flags = await (userId === undefined
        ? client.getEnvironmentFlags()
        : client.getIdentityFlags(userId, traits))
      const name = keys.get(flagKey)
      if (name !== undefined) return { value: flags.isFeatureEnabled(name) }
      const value = flags.getFeatureValue(keys.get(flagKey.slice(0, -suffix.length)) ?? '')
      return value === null || value === undefined ? undefined : { value }
    },
    close: () => {
      client.close?.()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
