import type { LargeList } from '@bunting/engine'
import { isObject } from '../../base/json.ts'
import type { HeldLists } from '../lists/held-lists.ts'
import type { CompiledBundle } from './compiled-bundle.ts'
import type { EntryChange } from './entry-texts.ts'

/** The operations on loaded lists that a bundle needs. */
export type BundleLists = Pick<HeldLists, 'find' | 'want' | 'keepOnly'> & {
  /** Called when a list arrives after its bundle and changes answers. */
  onTaken?(bundle: CompiledBundle): void
}

/** For readers of bundles that need no lists. */
export const noLists: BundleLists = { find: () => undefined, want: () => undefined, keepOnly: () => undefined }

/** A list's id becomes the name of a file, and Redis may contain anything, so its form is checked. */
const isListId = (list: unknown): boolean => typeof list === 'string' && /^[\w-]{1,64}$/.test(list)

/** The lists that the segments of a bundle name. */
export const openNamedLists = (owner: string, lists: BundleLists) => {
  const named = new Map<string, LargeList>()
  return {
    has: (list: string): boolean => named.values().some((each) => each.list === list),
    note: (segments: ReadonlyMap<string, EntryChange>): void => {
      let isAnother = false
      for (const [key, change] of segments) {
        const large = isObject(change?.parsed) ? change.parsed.large : undefined
        const isList = isObject(large) && isListId(large.list)
        isAnother ||= named.has(key) || isList
        if (isList) named.set(key, large as LargeList)
        else named.delete(key)
      }
      if (isAnother) lists.keepOnly(owner, new Set(named.values().map(({ list }) => list)))
    },
    /** Loads the lists that flags wait for. */
    follow: (waiting: ReadonlySet<string>, whenHere: (key: string) => void): void => {
      for (const key of waiting) {
        const large = named.get(key)
        if (large) lists.want(large, () => whenHere(key))
      }
    },
  }
}
