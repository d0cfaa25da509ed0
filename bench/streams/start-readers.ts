import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Asked = { open: number; port: number; key: string } | { expect: number } | 'ended'
export type Told = { opened: number } | { expecting: number } | { all: number; atMs: number } | { ended: number }

export type Readers = {
  /** Opens so many streams, each of which has had its first event. */
  open(port: number, key: string, count: number, onOpened: (count: number) => void): Promise<void>
  /** Prepares for a revision. What it gives comes true when every stream had it: then it is when that was. */
  expect(revision: number): Promise<{ all: Promise<number> }>
  /** How many streams the server ended. */
  ended(): Promise<number>
  close(): void
}

export const startReaders = (): Readers => {
  const child = fork(fileURLToPath(new URL('./readers.ts', import.meta.url)))
  const until = <Value>(find: (told: Told) => Value | undefined): Promise<Value> => {
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    const listen = (told: Told) => {
      const value = find(told)
      if (value === undefined) return
      child.off('message', listen)
      child.off('exit', fail)
      resolve(value)
    }
    const fail = () => reject(new Error('the process with the readers ended'))
    child.on('message', listen)
    child.once('exit', fail)
    return promise
  }
  const ask = (asked: Asked) => child.send(asked)
  return {
    open: (port, key, count, onOpened) => {
      const opened = until((told) => {
        if ('opened' in told) onOpened(told.opened)
        return 'opened' in told && told.opened === count ? true : undefined
      })
      ask({ open: count, port, key })
      return opened.then(() => undefined)
    },
    expect: async (revision) => {
      const ready = until((told) => ('expecting' in told ? true : undefined))
      const all = until((told) => ('all' in told && told.all === revision ? told.atMs : undefined))
      ask({ expect: revision })
      await ready
      return { all }
    },
    ended: () => {
      const ended = until((told) => ('ended' in told ? told.ended : undefined))
      ask('ended')
      return ended
    },
    close: () => child.disconnect(),
  }
}
