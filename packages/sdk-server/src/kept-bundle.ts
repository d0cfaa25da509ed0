import { asFlagsError, type FlagsError } from '@bunting/sdk-core'
import { type Bundle, parseBundle } from './bundle.ts'
import type { BundleCache } from './options.ts'

/** The last bundle, kept beyond the end of the process. What fails here is told and costs nothing else. */
export const openKeptBundle = (cache: BundleCache | undefined, onError: (error: FlagsError) => void) => {
  let writing: Promise<void> = Promise.resolve()
  let next: string | undefined

  const write = async (): Promise<void> => {
    const text = next
    next = undefined
    if (text === undefined) return
    try {
      await cache?.write(text)
    } catch (thrown) {
      onError(asFlagsError('CACHE', 'The bundle cannot be kept', thrown))
    }
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
    /** One write at a time; of those that wait, only the last is made. */
    keep: (text: string): void => {
      next = text
      writing = writing.then(write)
    },
    /** Comes back when everything is written. */
    written: (): Promise<void> => writing,
  }
}
