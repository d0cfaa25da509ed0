import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Opened = {
  port: number
  key: string
  count: number
  /** Of this machine, from which they come. */
  addresses: string[]
  /** Whether they take patches. */
  patches: boolean
}
/** How many are open, and how often one was refused so far. */
export type Progress = { open: number; refused: number; atMs: number }
export type Asked = { open: Opened } | { expect: number } | 'ended' | 'come back'
export type Told =
  | Progress
  | { expecting: number }
  | { all: number; atMs: number }
  | { ended: number }
  | { returning: true }

export type Readers = {
  /** Opens so many streams. */
  open(what: Pick<Opened, 'port' | 'key' | 'patches'>, onOpened: (count: number) => void): Promise<void>
  /** Prepares for a revision. What it gives comes true when every stream has it: then it is when that was. */
  expect(revision: number): Promise<{ all: Promise<number> }>
  /** From now on those whose streams end come back, and `all` comes true when every one did. */
  comeBack(): Promise<{ all: Promise<Progress> }>
  /** How many streams the server ended. */
  ended(): Promise<number>
  close(): void
}

/** A process may open some 20,000 files where nobody raised that. */
const perProcess = 15_000
/** An address may have half of the connections that a process keeps. */
const perAddress = 2_500

/** The readers in several processes, which share the work. */
export const startReaders = (count: number): Readers => {
  const program = fileURLToPath(new URL('./readers.ts', import.meta.url))
  const children = Array.from({ length: Math.ceil(count / perProcess) }, () => fork(program))
  const ofEach = <Value>(find: (told: Told) => Value | undefined): Promise<Value[]> =>
    Promise.all(children.map((child) => until(child, find)))
  const askAll = (asked: Asked): void => {
    for (const child of children) child.send(asked)
  }

  const untilOpen = async (onOpened: (count: number) => void): Promise<Progress> => {
    const progress = children.map((): Progress => ({ open: 0, refused: 0, atMs: 0 }))
    const each = children.map((child, index) =>
      until(child, (told) => {
        if (!('open' in told)) return undefined
        progress[index] = told
        onOpened(sumOf(progress, 'open'))
        return told.open === shareOf(count, children.length, index) ? true : undefined
      }),
    )
    await Promise.all(each)
    return {
      open: sumOf(progress, 'open'),
      refused: sumOf(progress, 'refused'),
      atMs: Math.max(...progress.map(({ atMs }) => atMs)),
    }
  }

  return {
    open: async (what, onOpened) => {
      const opened = untilOpen(onOpened)
      for (const [index, child] of children.entries()) {
        const share = shareOf(count, children.length, index)
        child.send({ open: { ...what, count: share, addresses: addressesOf(index, share) } } satisfies Asked)
      }
      await opened
    },
    expect: async (revision) => {
      const ready = ofEach((told) => ('expecting' in told ? true : undefined))
      const times = ofEach((told) => ('all' in told && told.all === revision ? told.atMs : undefined))
      askAll({ expect: revision })
      await ready
      return { all: times.then((each) => Math.max(...each)) }
    },
    comeBack: async () => {
      const ready = ofEach((told) => ('returning' in told ? true : undefined))
      askAll('come back')
      await ready
      return { all: untilOpen(() => undefined) }
    },
    ended: async () => {
      const each = ofEach((told) => ('ended' in told ? told.ended : undefined))
      askAll('ended')
      return (await each).reduce((sum, one) => sum + one, 0)
    },
    close: () => {
      for (const child of children) child.disconnect()
    },
  }
}

const until = <Value>(child: ChildProcess, find: (told: Told) => Value | undefined): Promise<Value> => {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const listen = (told: Told) => {
    const value = find(told)
    if (value === undefined) return
    child.off('message', listen)
    child.off('exit', fail)
    resolve(value)
  }
  const fail = () => reject(new Error('a process with readers ended'))
  child.on('message', listen)
  child.once('exit', fail)
  return promise
}

const sumOf = (progress: readonly Progress[], what: 'open' | 'refused'): number =>
  progress.reduce((sum, one) => sum + one[what], 0)

const shareOf = (count: number, parts: number, index: number): number =>
  Math.floor((count * (index + 1)) / parts) - Math.floor((count * index) / parts)

/** No two processes have the same. */
const addressesOf = (index: number, count: number): string[] =>
  Array.from({ length: Math.ceil(count / perAddress) }, (_, n) => `127.0.${index + 1}.${n + 1}`)
