import { asFlagsError, type FlagsError, pause } from '@bunting/sdk-core'
import { type Bundle, parseBundle } from './bundle.ts'
import type { BundleCache } from './options.ts'

/** The pace of writing: a small bundle is written at each change, one of megabytes every few seconds. */
const charactersPerMs = 1_000

/** Writes the last bundle to the cache. A failure is reported and has no other effect. */
export const openKeptBundle = (
  cache: BundleCache | undefined,
  timing: number,
  onError: (error: FlagsError) => void,
) => {
  const closing = new AbortController()
  let textNow: (() => string) | undefined
  let writing: Promise<void> | undefined

  const write = async (text: string): Promise<void> => {
    try {
      await cache?.write(text)
    } catch (thrown) {
      onError(asFlagsError('CACHE', 'The bundle cannot be kept', thrown))
    }
  }

  /**
   * Writes all that is pending. Each write is the whole bundle, so there is a rest after it: small changes share a
   * write.
   */
  const writeAll = async (): Promise<void> => {
    for (let make = textNow; make; make = textNow) {
      textNow = undefined
      const text = make()
      await write(text)
      await pause((text.length / charactersPerMs) * timing, closing.signal)
    }
    writing = undefined
  }

  return {
    read: async (): Promise<Bundle | undefined> => {
      try {
        const text = await cache?.read()
        return text === undefined ? undefined : parseBundle(text)
      } catch (thrown) {
        onError(asFlagsError('CACHE', 'The kept bundle cannot be read', thrown))
        return undefined
      }
    },
    /** Writes a bundle, one at a time: of those that come meanwhile only the last is written. */
    keep: (text: () => string): void => {
      if (!cache) return
      textNow = text
      writing ??= writeAll()
    },
    /** Resolves once everything is written. */
    close: async (): Promise<void> => {
      closing.abort()
      await writing
    },
  }
}
