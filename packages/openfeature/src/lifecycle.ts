import type { FlagsError } from '@bunting/sdk-core'

/** The part of the flags that both SDKs share. */
type Flags = {
  readonly error: FlagsError | undefined
  ready(timeoutMs?: number): Promise<boolean>
  on(name: 'ready' | 'stale', listener: () => void): () => void
  on(name: 'changed', listener: (event: { keys: readonly string[] }) => void): () => void
}

type Tell = {
  ready: () => void
  stale: () => void
  changed: (keys: string[]) => void
}

/** Initializes a provider, and forwards events from then on. */
export const lifecycleOf = (flags: Flags, timeoutMs: number | undefined, tell: Tell) => {
  let isInitialized = false
  // Before the initialization OpenFeature itself emits that the provider is ready.
  flags.on('ready', () => isInitialized && tell.ready())
  flags.on('stale', () => isInitialized && tell.stale())
  flags.on('changed', ({ keys }) => isInitialized && tell.changed([...keys]))

  return {
    /** Resolves to the reason of a failure; undefined if it succeeded. */
    initialize: async (): Promise<'refused' | 'late' | undefined> => {
      const isReady = await flags.ready(timeoutMs)
      isInitialized = true
      if (isReady) return undefined
      return flags.error?.code === 'KEY_REFUSED' ? 'refused' : 'late'
    },
  }
}
