export type Emitter<Events> = {
  /** Returns what ends the listening. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void
}

/** A listener that throws must harm neither the SDK nor the listeners after it: what it threw goes to `onThrow`. */
export const openEmitter = <Events>(onThrow: (thrown: unknown, name: keyof Events) => void): Emitter<Events> => {
  type Listener = (event: Events[keyof Events]) => void
  const listeners = new Map<keyof Events, Set<Listener>>()
  return {
    on: (name, listener) => {
      // Wrapped, so that who listens twice with one function also stops twice.
      const own: Listener = (event) => listener(event as Events[typeof name])
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(own))
      return () => {
        set.delete(own)
      }
    },
    emit: (name, event) => {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(event)
        } catch (thrown) {
          onThrow(thrown, name)
        }
      }
    },
  }
}
