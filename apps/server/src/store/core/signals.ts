import type { OrganizationId } from '@bunting/contract'

/** A notification: new entries in an organization's audit chain (or in any), or a job that is due sooner. */
export type Signal = { entries: OrganizationId | 'any' } | 'due'

export type Listener = (signal: Signal) => void

/** Passes the signals of this process and of others to the listeners in this process. */
export const openSignals = () => {
  const listeners = new Set<Listener>()
  return {
    /** Returns a function that ends it. */
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

/** The signal in another process's notice. A process ignores its own notices, whose signals it knows already. */
export const signalIn = (notice: string, sender: string): Signal | undefined => {
  const [from, kind, subject] = notice.split(' ')
  if (from === sender) return undefined
  if (kind === 'due') return 'due'
  return kind === 'entries' ? { entries: subject as OrganizationId } : undefined
}
