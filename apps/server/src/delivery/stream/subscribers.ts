import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import type { TimeSlicer } from './time-slicer.ts'

/** The streams that receive an environment's bundles. */
export type Subscribers<Listener> = {
  listeners: Set<Listener>
  /** Tells all of them, a slice at a time. If the next bundle comes before that is done, the rest only get that one. */
  announce(bundle: CompiledBundle): void
}

export const openSubscribers = <Listener>(
  slicer: TimeSlicer,
  tell: (listener: Listener, bundle: CompiledBundle) => void,
): Subscribers<Listener> => {
  const listeners = new Set<Listener>()
  let newest: CompiledBundle
  let left = 0
  // Kept only while there are some left to tell: an iterator retains all hash tables that its set has had since.
  let rest: Iterator<Listener> | undefined

  const next = (): Listener | undefined => {
    rest ??= listeners.values()
    const { done, value } = rest.next()
    if (!done) return value
    // Start over: a bundle that came midway is also for the streams before that point.
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
