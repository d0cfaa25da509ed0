import { type FlagsOptions, openFlags } from '@bunting/sdk-web'
import {
  type Client,
  type EvaluationContext,
  type Hook,
  type JsonValue,
  OpenFeature,
  type Provider,
} from '@openfeature/web-sdk'
import { vi } from 'vitest'
import { buntingProvider } from '../../src/web.ts'
import type { EvaluationAnswer, EvaluationRequest, ProviderKind, World } from './gherkin/world.ts'
import { switchedFetch } from './switched-fetch.ts'

const never: typeof fetch = () => new Promise(() => undefined)
const refuses: typeof fetch = () => Promise.reject(new TypeError('the network is gone'))

let scenarios = 0

/** Runs scenarios on OpenFeature's web SDK. */
export const webWorld = (service: FlagsOptions): World => {
  const domain = `scenario-${++scenarios}`
  const api: EvaluationContext = {}
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
    fatal: () => set(buntingProvider(openFlags({ ...service, key: `pk_${'0'.repeat(43)}` }))),
    stale: async () => {
      const { fetch, turnOff } = switchedFetch()
      const flags = openFlags({ ...service, fetch })
      await set(buntingProvider(flags))
      turnOff()
      await flags.setContext({ userId: 'somebody' })
      await vi.waitUntil(() => client.providerStatus === 'STALE')
    },
  }

  const ask = ({ type, key, fallback, hooks = [] }: EvaluationRequest): EvaluationAnswer => {
    const options = { hooks: hooks as Hook[] }
    if (type === 'boolean') return client.getBooleanDetails(key, fallback as boolean, options)
    if (type === 'number') return client.getNumberDetails(key, fallback as number, options)
    if (type === 'object') return client.getObjectDetails(key, fallback as JsonValue, options)
    return client.getStringDetails(key, fallback as string, options)
  }

  return {
    setProvider: (kind) => providers[kind](),
    status: () => client.providerStatus,
    // Delivery does not tell whether a flag has rules, so the reason is always the default.
    reasonFor: (reason) => (reason === 'STATIC' ? 'DEFAULT' : reason),
    addContext: (_level, key, value) => {
      api[key] = value as string
    },
    addClientHook: (hook) => client.addHooks(hook as Hook),
    evaluate: async (request) => {
      const context = { ...api, ...request.context } as EvaluationContext
      if (client.providerStatus === 'READY') await OpenFeature.setContext(domain, context)
      return ask(request)
    },
    mergedContext: () => merged,
    close: async () => {
      await OpenFeature.clearProviders()
      await OpenFeature.clearContexts()
    },
  }
}
