import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import type { Slices } from './time-slicer.ts'

/** Those who are told of an environment's bundle. */
export type Audience<Listener> = {
  listeners: Set<Listener>
  /** Tells all of them, in slices. Where the next bundle comes before that is done, the rest is told of that one alone. */
  announce(bundle: CompiledBundle): void
}

export const openAudience = <Listener>(
  slices: Slices,
  tell: (listener: Listener, bundle: CompiledBundle) => void,
): Audience<Listener> => {
  const listeners = new Set<Listener>()
  let newest: CompiledBundle
  let left = 0
  // Only while there is somebody left: an iterator of a set keeps every table that the set ever had since.
  let rest: Iterator<Listener> | undefined

  const next = (): Listener | undefined => {
    rest ??= listeners.values()
    const { done, value } = rest.next()
    if (!done) return value
    // Round again: a bundle that came in the middle is for those before it, too.
    rest = listeners.values()
    return rest.next().value
  }
  const tellNext = (): boolean => {
    const listener = next()
    if (listener !== undefined) tell(listener, newest)
    left = listener === undefined ? 0 : left - 1
    if (left === 0) rest = undefined
    return left > 0
  }

  return {
    listeners,
    announce: (bundle) => {
      newest = bundle
      left = listeners.size
      slices.add(tellNext)
    },
  }
}
