export type Emitter<Events> = {
  /** Returns a function that removes the listener. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void
}

/** A listener that throws harms neither the SDK nor other listeners: its error goes to `onThrow`. */
export const openEmitter = <Events>(onThrow: (thrown: unknown, name: keyof Events) => void): Emitter<Events> => {
  type Listener = (event: Events[keyof Events]) => void
  const listeners = new Map<keyof Events, Set<Listener>>()
  return {
    on: (name, listener) => {
      // A wrapper of its own: a function that is added twice is also removed twice.
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
