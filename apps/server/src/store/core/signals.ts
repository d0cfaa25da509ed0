import type { OrganizationId } from '@bunting/contract'

/** What others wait to hear of: new entries of an organization's audit chain, or of any; and that something is due sooner. */
export type Signal = { entries: OrganizationId | 'any' } | 'due'

export type Listener = (signal: Signal) => void

/** Brings what a process tells, or hears from others, to whoever listens in it. */
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

/** A signal as one process sends it to the others. */
export const noticeOf = (sender: string, signal: Signal): string =>
  signal === 'due' ? `${sender} due` : `${sender} entries ${signal.entries}`

/** What another process sent. What it sent itself a process knows already. */
export const signalIn = (notice: string, sender: string): Signal | undefined => {
  const [from, kind, subject] = notice.split(' ')
  if (from === sender) return undefined
  if (kind === 'due') return 'due'
  return kind === 'entries' ? { entries: subject as OrganizationId } : undefined
}
