import type { OrganizationId } from '@bunting/contract'

/** What others wait to hear of: new entries of an organization's audit chain, and that something is due sooner. */
export type Signal = { entries: OrganizationId } | 'due'

export type Listener = (signal: Signal) => void

/** Brings what a process tells to whoever listens in it. */
export const openSignals = () => {
  const listeners = new Set<Listener>()
  return {
    /** Returns what ends it. */
    listen: (listener: Listener): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit: (signal: Signal): void => {
      for (const listener of listeners) listener(signal)
    },
  }
}
