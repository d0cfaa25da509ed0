import { openFlags } from '@bunting/sdk-server'
import {
  AsyncLocalStorageTransactionContextPropagator,
  type Client,
  type EvaluationContext,
  type Hook,
  type JsonValue,
  OpenFeature,
  type Provider,
} from '@openfeature/server-sdk'
import { vi } from 'vitest'
import { buntingProvider } from '../../src/server.ts'
import type { EvaluationAnswer, EvaluationRequest, ProviderKind, World } from './gherkin/world.ts'
import { switchedFetch } from './switched-fetch.ts'

type Service = { url: string; key: string }

const never: typeof fetch = () => new Promise(() => undefined)
const refuses: typeof fetch = () => Promise.reject(new TypeError('the network is gone'))

OpenFeature.setTransactionContextPropagator(new AsyncLocalStorageTransactionContextPropagator())
let scenarios = 0

/** Runs scenarios on OpenFeature's server SDK. */
export const serverWorld = (service: Service): World => {
  const domain = `scenario-${++scenarios}`
  const levels: Record<string, EvaluationContext> = {}
  let client: Client = OpenFeature.getClient(domain)
  let merged: EvaluationContext = {}

  const set = async (provider: Provider): Promise<void> => {
    const resolveBooleanEvaluation: Provider['resolveBooleanEvaluation'] = (key, fallback, context, logger) => {
      merged = context
      return provider.resolveBooleanEvaluation(key, fallback, context, logger)
    }
    await OpenFeature.setProviderAndWait(domain, { ...provider, resolveBooleanEvaluation }).catch(() => undefined)
    client = OpenFeature.getClient(domain)
  }

  const providers: Record<ProviderKind, () => Promise<void>> = {
    stable: () => set(buntingProvider(openFlags(service))),
    'not ready': async () => {
      void set(buntingProvider(openFlags({ ...service, fetch: never })))
    },
    error: () => set(buntingProvider(openFlags({ ...service, fetch: refuses }), { timeoutMs: 1 })),
    fatal: () => set(buntingProvider(openFlags({ ...service, key: `sk_${'0'.repeat(43)}` }))),
    stale: async () => {
      const { fetch, turnOff } = switchedFetch()
      await set(buntingProvider(openFlags({ ...service, fetch })))
      turnOff()
      await vi.waitUntil(() => client.providerStatus === 'STALE')
    },
  }

  const ask = ({ type, key, fallback, context, hooks = [] }: EvaluationRequest): Promise<EvaluationAnswer> => {
    const before: Hook = { before: () => levels['Before Hooks'] ?? {} }
    const invocation = { ...levels.Invocation, ...context } as EvaluationContext
    const options = { hooks: [before, ...(hooks as Hook[])] }
    client.setContext(levels.Client ?? {})
    if (type === 'boolean') return client.getBooleanDetails(key, fallback as boolean, invocation, options)
    if (type === 'number') return client.getNumberDetails(key, fallback as number, invocation, options)
    if (type === 'object') return client.getObjectDetails(key, fallback as JsonValue, invocation, options)
    return client.getStringDetails(key, fallback as string, invocation, options)
  }

  return {
    setProvider: (kind) => providers[kind](),
    status: () => client.providerStatus,
    reasonFor: (reason) => reason,
    addContext: (level, key, value) => {
      levels[level] = { ...levels[level], [key]: value as string }
    },
    addClientHook: (hook) => client.addHooks(hook as Hook),
    evaluate: (request) => {
      OpenFeature.setContext(levels.API ?? {})
      return new Promise((resolve, reject) =>
        OpenFeature.setTransactionContext(levels.Transaction ?? {}, () => void ask(request).then(resolve, reject)),
      )
    },
    mergedContext: () => merged,
    close: async () => {
      await OpenFeature.clearProviders()
      OpenFeature.setContext({})
    },
  }
}
