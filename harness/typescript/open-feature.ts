import { setImmediate } from 'node:timers/promises'
import { buntingProvider } from '@bunting/openfeature/server'
import type { Flags } from '@bunting/sdk-server'
import {
  AsyncLocalStorageTransactionContextPropagator,
  type Client,
  type EvaluationContext,
  type Hook,
  type JsonValue,
  NOOP_PROVIDER,
  OpenFeature,
  type Provider,
  ProviderEvents,
} from '@openfeature/server-sdk'
import type { Asked } from './evaluate.ts'
import type { Told } from './record-events.ts'
import type { Tracked } from './track.ts'

export type OpenFeatureClient = ReturnType<typeof openOpenFeature>

type AskedHere = Asked & {
  /** The contexts other than that of the invocation: of the API, the transaction, the client and a `before` hook. */
  contexts?: Record<'api' | 'transaction' | 'client' | 'before', EvaluationContext>
}

OpenFeature.setTransactionContextPropagator(new AsyncLocalStorageTransactionContextPropagator())
let domains = 0

/** The flags behind OpenFeature's own client. */
export const openOpenFeature = (flags: Flags, record: (event: Omit<Told, 'n'>) => void) => {
  const domain = `client-${++domains}`
  let mergedContext: EvaluationContext = {}
  const provider = buntingProvider(flags)
  const resolveBooleanEvaluation: Provider['resolveBooleanEvaluation'] = (key, fallback, context, logger) => {
    mergedContext = context
    return provider.resolveBooleanEvaluation(key, fallback, context, logger)
  }
  const waiting = OpenFeature.setProviderAndWait(domain, { ...provider, resolveBooleanEvaluation }).then(
    () => true,
    () => false,
  )
  const client = OpenFeature.getClient(domain)
  for (const type of Object.values(ProviderEvents)) {
    client.addHandler(type, (event) => record({ type, keys: event?.flagsChanged }))
  }
  return {
    status: () => client.providerStatus,
    ready: async (timeoutMs: number): Promise<boolean> => (await flags.ready(timeoutMs)) && (await waiting),
    evaluate: async (asked: AskedHere): Promise<object> => {
      const { api = {}, transaction = {}, client: own = {}, before = {} } = asked.contexts ?? {}
      const stages: string[] = []
      const hook: Hook = {
        before: () => {
          stages.push('before')
          return before
        },
        after: () => void stages.push('after'),
        error: () => void stages.push('error'),
        finally: () => void stages.push('finally'),
      }
      OpenFeature.setContext(api)
      client.setContext(own)
      const { value, reason, variant, errorCode, flagMetadata } = await inTransaction(transaction, () =>
        ask(client, asked, hook),
      )
      return { value, reason, variant, errorCode, ruleId: flagMetadata.ruleId, flagMetadata, stages, mergedContext }
    },
    track: ({ name, context, value }: Tracked): void =>
      client.track(name as string, context as EvaluationContext, value === undefined ? {} : { value: value as number }),
    /** Replaces the provider, which shuts it down, and waits until that has closed the flags. */
    close: async (): Promise<void> => {
      await OpenFeature.setProviderAndWait(domain, NOOP_PROVIDER)
      while (flags.status !== 'closed') await setImmediate()
    },
  }
}

const inTransaction = <Result>(context: EvaluationContext, work: () => Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => OpenFeature.setTransactionContext(context, () => void work().then(resolve, reject)))

const ask = (client: Client, { flagKey, type, context, fallback }: AskedHere, hook: Hook) => {
  const key = flagKey as string
  const who = context as EvaluationContext
  const options = { hooks: [hook] }
  if (type === 'boolean') return client.getBooleanDetails(key, fallback as boolean, who, options)
  if (type === 'json') return client.getObjectDetails(key, fallback as JsonValue, who, options)
  if (type === 'string') return client.getStringDetails(key, fallback as string, who, options)
  return client.getNumberDetails(key, fallback as number, who, options)
}
