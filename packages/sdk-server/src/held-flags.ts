import { FlagsError, openEmitter, openStatus } from '@bunting/sdk-core'
import type { Bundle, Patch } from './bundle.ts'
import type { FlagsEvents } from './flags.ts'
import { type Lists, noLists } from './lists.ts'
import { type Head, type LiveBundle, openLiveBundle } from './live-bundle.ts'
import { newFaults } from './new-faults.ts'

export type HeldFlags = ReturnType<typeof holdFlags>

/** Holds the current flags, and tells listeners of changes. */
export const holdFlags = (listsOf: (fail: (error: FlagsError) => void) => Lists = () => noLists) => {
  const emitter = openEmitter<FlagsEvents>((thrown, name) => {
    if (name !== 'error') fail(new FlagsError('LISTENER', `A listener of "${name}" threw.`, thrown))
  })
  const fail = (error: FlagsError): void => emitter.emit('error', { error })
  const lists = listsOf(fail)
  let held: LiveBundle | undefined
  const tell = (name: 'ready' | 'stale') => () => held && emitter.emit(name, { revision: held.head().revision })
  const status = openStatus(() => held !== undefined, { ready: tell('ready'), stale: tell('stale'), error: fail })

  const tellChange = (live: LiveBundle, keys: readonly string[], before: Head | undefined): void => {
    for (const fault of newFaults(live, keys, before)) fail(fault)
    if (before && keys.length > 0) emitter.emit('changed', { keys })
  }

  const replace = (bundle: Bundle): void => {
    const before = held?.head()
    const keys = held?.replace(bundle)
    held ??= openLiveBundle(bundle, lists, (changed) => emitter.emit('changed', { keys: changed }))
    tellChange(held, keys ?? [...held.flags.keys()], before)
  }

  /** Returns false for a patch of another revision than the one held. */
  const patch = (patch: Patch): boolean => {
    const before = held?.head()
    const keys = held?.patch(patch)
    if (!held || !keys) return false
    tellChange(held, keys, before)
    return true
  }

  return {
    on: emitter.on,
    fail,
    status,
    flags: () => held?.flags,
    head: () => held?.head(),
    experiments: () => held?.experiments(),
    /** The whole bundle, as a server would send it. */
    text: (): string => held?.text() ?? '',
    replace,
    patch,
    /** Begins with a cached bundle, unless a newer one is there already. */
    begin: (first: Bundle): void => {
      if (held !== undefined) return
      replace(first)
      status.current()
    },
  }
}
