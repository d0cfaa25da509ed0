import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import type { TimeSlicer } from './time-slicer.ts'

/** The streams that are told of an environment's bundle. */
export type Subscribers<Listener> = {
  listeners: Set<Listener>
  /** Tells all of them, a slice at a time. Where the next bundle comes before that is done, the others are told of that one alone. */
  announce(bundle: CompiledBundle): void
}

export const openSubscribers = <Listener>(
  slicer: TimeSlicer,
  tell: (listener: Listener, bundle: CompiledBundle) => void,
): Subscribers<Listener> => {
  const listeners = new Set<Listener>()
  let newest: CompiledBundle
  let left = 0
  // Kept only while there are subscribers: an iterator retains all hash tables that its set had since.
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
      slicer.add(tellNext)
    },
  }
}
