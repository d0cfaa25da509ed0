import { asFlagsError, type FlagsError, pause } from '@bunting/sdk-core'
import { type Bundle, parseBundle } from './bundle.ts'
import type { BundleCache } from './options.ts'

/** A small bundle is written as it changes, one of megabytes every few seconds. */
const charactersPerMs = 1_000

/** The last bundle, kept beyond the end of the process. What fails here is told and costs nothing else. */
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

  /** What is kept is the whole: so that many small changes do not cost as many times that, it rests in between. */
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
    /** One write at a time; of what comes meanwhile only the last is kept. */
    keep: (text: () => string): void => {
      if (!cache) return
      textNow = text
      writing ??= writeAll()
    },
    /** Comes back when everything is written. */
    close: async (): Promise<void> => {
      closing.abort()
      await writing
    },
  }
}
