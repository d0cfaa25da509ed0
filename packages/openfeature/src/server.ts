import type { Details, Flags } from '@bunting/sdk-server'
import {
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  ProviderFatalError,
  ProviderNotReadyError,
  type ResolutionDetails,
  type TrackingEventDetails,
} from '@openfeature/server-sdk'
import { contextOf } from './context.ts'
import { lifecycleOf } from './lifecycle.ts'
import { type Resolution, resolutionOf } from './resolution.ts'
import { valueIn } from './value-in.ts'

export type BuntingProviderOptions = {
  /** How long `setProviderAndWait` waits for the first flags; 10 s by default. */
  timeoutMs?: number
  /** Receives the calls of `client.track` too. Bunting keeps the name, the value and a hash of the user, and nothing else. */
  onTrack?: (name: string, context: EvaluationContext, details: TrackingEventDetails) => void
}

/**
 * A provider for OpenFeature's server SDK. Closing OpenFeature closes the flags.
 *
 * @example
 * ```ts
 * import { buntingProvider } from '@bunting/openfeature/server'
 * import { openFlags } from '@bunting/sdk-server'
 * import { OpenFeature } from '@openfeature/server-sdk'
 *
 * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
 * await OpenFeature.setProviderAndWait(buntingProvider(flags))
 * const client = OpenFeature.getClient()
 * console.log(await client.getBooleanValue('new-checkout', false, { targetingKey: 'ada', plan: 'pro' }))
 * ```
 */
export const buntingProvider = (flags: Flags, options: BuntingProviderOptions = {}): Provider => {
  const events = new OpenFeatureEventEmitter()
  const lifecycle = lifecycleOf(flags, options.timeoutMs, {
    ready: () => events.emit(ProviderEvents.Ready),
    stale: () => events.emit(ProviderEvents.Stale),
    changed: (flagsChanged) => events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged }),
  })

  const resolve = <Value>(details: Details<Value>, { targetingKey: contextId }: EvaluationContext) =>
    typed(resolutionOf(details, { flagSetId: flags.environmentId, contextId }))

  return {
    metadata: { name: 'bunting' },
    runsOn: 'server',
    events,
    initialize: async () => {
      const problem = await lifecycle.initialize()
      if (problem === 'refused') throw new ProviderFatalError('Bunting refuses the key.')
      if (problem === 'late') throw new ProviderNotReadyError('Bunting has not sent any flags yet.')
    },
    onClose: () => flags.close(),
    resolveBooleanEvaluation: async (key, fallback, context) =>
      resolve(flags.booleanDetails(key, contextOf(context), fallback), context),
    resolveStringEvaluation: async (key, fallback, context) =>
      resolve(flags.stringDetails(key, contextOf(context), fallback), context),
    resolveNumberEvaluation: async (key, fallback, context) =>
      resolve(flags.numberDetails(key, contextOf(context), fallback), context),
    resolveObjectEvaluation: async <Value extends JsonValue>(
      key: string,
      fallback: Value,
      context: EvaluationContext,
    ) => resolve(flags.jsonDetails(key, contextOf(context), fallback as Value & object), context),
    track: (name, context, details) => {
      flags.track(name, contextOf(context), valueIn(details))
      options.onTrack?.(name, context, details)
    },
  }
}

const typed = <Value>(resolution: Resolution<Value>) => resolution as ResolutionDetails<Value>
