import { expect, vi } from 'vitest'
import type {
  EvaluationAnswer,
  ProviderKind,
  RecordingHook,
  World,
} from '../../packages/openfeature/test/support/gherkin/world.ts'
import { bundle } from './bundles.ts'
import type { Client, ClientOptions } from './client.ts'
import type { Stage } from './scenario.ts'

type Service = Pick<Stage, 'open' | 'openDelivery'> & { url: string; key: string }
type Hooked = 'before' | 'after' | 'error' | 'finally'

const levelNames: Record<string, string> = {
  API: 'api',
  Transaction: 'transaction',
  Client: 'client',
  'Before Hooks': 'before',
}

/** Runs OpenFeature's scenarios with the SDK of any language. */
export const remoteWorld = async ({ open, openDelivery, url, key }: Service): Promise<World> => {
  const delivery = await openDelivery()
  const levels: Record<string, Record<string, unknown>> = {}
  const clientHooks: RecordingHook[] = []
  let client: Client | undefined
  let merged: Record<string, unknown> = {}
  let status = ''

  const set = async (options: ClientOptions, expected: string): Promise<void> => {
    client = await open({ ...options, api: 'openfeature' })
    await becomes(expected)
  }
  const becomes = (expected: string) =>
    vi.waitFor(async () => {
      status = (await client?.state())?.providerStatus ?? ''
      expect(status).toBe(expected)
    })
  const answering = (code: number): void => {
    for (const path of ['/v1/stream', '/v1/bundle']) delivery.on(path, (_, reply) => reply.answer(code))
  }

  const providers: Record<ProviderKind, () => Promise<void>> = {
    stable: () => set({ url, key }, 'READY'),
    'not ready': () => {
      for (const path of ['/v1/stream', '/v1/bundle']) delivery.on(path, () => undefined)
      return set({ url: delivery.url }, 'NOT_READY')
    },
    error: () => {
      answering(503)
      return set({ url: delivery.url, timing: 0.01 }, 'ERROR')
    },
    fatal: () => set({ url, key: `sk_${'0'.repeat(43)}` }, 'FATAL'),
    stale: async () => {
      delivery.has(bundle({}))
      await set({ url: delivery.url }, 'READY')
      answering(503)
      delivery.cut()
      await becomes('STALE')
    },
  }

  return {
    setProvider: (kind) => providers[kind](),
    status: () => status,
    reasonFor: (reason) => reason,
    addContext: (level, name, value) => {
      levels[level] = { ...levels[level], [name]: value }
    },
    addClientHook: (hook) => void clientHooks.push(hook),
    evaluate: async ({ type, key: flagKey, fallback, context, hooks = [] }) => {
      const contexts = Object.fromEntries(
        Object.entries(levelNames).map(([level, name]) => [name, levels[level] ?? {}]),
      )
      const asked = { type: type === 'object' ? 'json' : type, context: { ...levels.Invocation, ...context }, contexts }
      const { stages = [], mergedContext = {}, ...answer } = (await client?.evaluate(flagKey, fallback, asked)) ?? {}
      merged = mergedContext
      const details = { flagKey, flagMetadata: {}, ...answer } as EvaluationAnswer
      for (const hook of [...clientHooks, ...hooks]) {
        for (const stage of stages as Hooked[]) hook[stage](undefined, details)
      }
      return details
    },
    mergedContext: () => merged,
    close: async () => undefined,
  }
}
