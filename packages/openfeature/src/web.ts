import type { Details, Flags } from '@bunting/sdk-web'
import {
  type EvaluationContext,
  GeneralError,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  ProviderFatalError,
  ProviderNotReadyError,
  type ResolutionDetails,
  type TrackingEventDetails,
} from '@openfeature/web-sdk'
import { contextOf } from './context.ts'
import { lifecycleOf } from './lifecycle.ts'
import { type Resolution, resolutionOf } from './resolution.ts'
import { valueIn } from './value-in.ts'

export type BuntingProviderOptions = {
  /** How long `setProviderAndWait` waits for the first answers; 10 s by default. */
  timeoutMs?: number
  /** Receives the calls of `client.track` too. Bunting keeps the name, the value and a hash of the user, and nothing else. */
  onTrack?: (name: string, context: EvaluationContext, details: TrackingEventDetails) => void
}

/**
 * A provider for OpenFeature's web SDK. The flags use OpenFeature's context; closing OpenFeature closes the flags.
 *
 * @example
 * ```ts
 * import { buntingProvider } from '@bunting/openfeature/web'
 * import { openFlags } from '@bunting/sdk-web'
 * import { OpenFeature } from '@openfeature/web-sdk'
 *
 * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…', flags: ['dark-mode'] })
 * await OpenFeature.setContext({ targetingKey: 'ada', plan: 'pro' })
 * await OpenFeature.setProviderAndWait(buntingProvider(flags))
 * console.log(OpenFeature.getClient().getBooleanValue('dark-mode', false))
 * ```
 */
export const buntingProvider = (flags: Flags, options: BuntingProviderOptions = {}): Provider => {
  const events = new OpenFeatureEventEmitter()
  const lifecycle = lifecycleOf(flags, options.timeoutMs, {
    ready: () => events.emit(ProviderEvents.Ready),
    stale: () => events.emit(ProviderEvents.Stale),
    changed: (flagsChanged) => events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged }),
  })

  const resolve = <Value>(details: Details<Value>) => {
    const { environmentId: flagSetId, revision: version } = flags
    return typed(resolutionOf(details, { flagSetId, version, contextId: flags.context.userId }))
  }

  return {
    metadata: { name: 'bunting' },
    runsOn: 'client',
    events,
    initialize: async (context = {}) => {
      await flags.setContext(contextOf(context))
      const problem = await lifecycle.initialize()
      if (problem === 'refused') throw new ProviderFatalError('Bunting refuses the key.')
      if (problem === 'late') throw new ProviderNotReadyError('Bunting has not answered yet.')
    },
    onContextChange: async (_before, after) => {
      const context = contextOf(after)
      const isDone = await flags.setContext(context)
      // If the context changed again meanwhile, the later change reports success or failure.
      if (!isDone && flags.context === context) throw new GeneralError('Bunting could not be asked for this context.')
    },
    onClose: () => flags.close(),
    resolveBooleanEvaluation: (key, fallback) => resolve(flags.booleanDetails(key, fallback)),
    resolveStringEvaluation: (key, fallback) => resolve(flags.stringDetails(key, fallback)),
    resolveNumberEvaluation: (key, fallback) => resolve(flags.numberDetails(key, fallback)),
    resolveObjectEvaluation: <Value extends JsonValue>(key: string, fallback: Value) =>
      resolve(flags.jsonDetails(key, fallback as Value & object)),
    track: (name, context, details) => {
      flags.track(name, valueIn(details))
      options.onTrack?.(name, context, details)
    },
  }
}

const typed = <Value>(resolution: Resolution<Value>) => resolution as ResolutionDetails<Value>
