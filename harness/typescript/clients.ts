import { type Flags, openFlags } from '@bunting/sdk-server'
import { fileCache } from '@bunting/sdk-server/file-cache'
import { type Asked, evaluateNatively } from './evaluate.ts'
import { type OpenFeatureClient, openOpenFeature } from './open-feature.ts'
import { recordEvents } from './record-events.ts'
import { stress } from './stress.ts'
import { type Tracked, trackNatively } from './track.ts'

/** An address that nothing listens on. */
const nowhere = 'http://127.0.0.1:9'

type Client = {
  ready(timeoutMs: number): Promise<boolean>
  evaluate(asked: Asked): unknown
  all(asked: { context?: object; clientSafe?: boolean }): unknown
  track(tracked: Tracked): void
  flush(): Promise<unknown>
  stress(asked: object): Promise<unknown>
  state(): object
  events(after: number): object[]
  close(): Promise<void>
}

type Options = {
  url?: string
  key?: string
  bootstrap?: object
  cacheFile?: string
  telemetry?: { url: string; flushMs?: number }
  timing?: number
  api?: 'native' | 'openfeature'
}

/** The open clients, by id. */
export const openClients = () => {
  const clients = new Map<string, Client>()
  let opened = 0
  return {
    open: async (options: Options): Promise<string> => {
      const id = String(++opened)
      clients.set(id, await openClient(options))
      return id
    },
    find: (id: string) => clients.get(id),
    close: async (id: string): Promise<number> => {
      const began = performance.now()
      await clients.get(id)?.close()
      return performance.now() - began
    },
  }
}

const openClient = async ({ url = nowhere, key = 'sk_test', cacheFile, api, ...others }: Options): Promise<Client> => {
  const cache = cacheFile === undefined ? {} : { cache: fileCache(cacheFile) }
  const flags = openFlags({ url, key, ...cache, ...others } as Parameters<typeof openFlags>[0])
  const recorded = recordEvents(flags)
  const openFeature = api === 'openfeature' ? openOpenFeature(flags, recorded.record) : undefined
  return {
    ready: (timeoutMs) => (openFeature ? openFeature.ready(timeoutMs) : flags.ready(timeoutMs)),
    evaluate: (asked) => (openFeature ? openFeature.evaluate(asked) : evaluateNatively(flags, asked)),
    all: ({ context = {}, clientSafe = false }) => ({ flags: flags.all(context, { clientSafe }) }),
    track: (tracked) => (openFeature ? openFeature.track(tracked) : trackNatively(flags, tracked)),
    flush: () => flags.flush().then(() => ({})),
    stress: (asked) => stress(flags, asked as Parameters<typeof stress>[1]),
    state: () => stateOf(flags, openFeature, recorded.revision()),
    events: recorded.since,
    close: () => (openFeature ? openFeature.close() : flags.close()),
  }
}

const stateOf = (flags: Flags, openFeature: OpenFeatureClient | undefined, revision: number | undefined) => ({
  status: flags.status,
  ...(revision !== undefined && { revision }),
  ...(openFeature && { providerStatus: openFeature.status() }),
})
