import type { EnvironmentId } from '@bunting/contract'
import type { Edge, EdgeBundle, EdgeKey, Notice } from './edge.ts'

/** What a worker asks of the primary, and what it is told. */
type Ask = { ask: number; read: 'bundle' | 'key'; of: string }
type Told = { answer: number; value?: unknown; error?: string } | { notice: Notice }

/** The other end of a worker's or the primary's channel. */
export type Channel = {
  send(message: object): void
  onMessage(listener: (message: object) => void): void
}

/** The edge of a worker without Redis: the primary has one, and reads it for its workers. */
export const openPrimaryEdge = (channel: Channel): Edge => {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Set<(notice: Notice) => void>()
  let asked = 0

  channel.onMessage((message) => {
    const told = message as Told
    if ('notice' in told) for (const listener of listeners) listener(told.notice)
    if (!('answer' in told)) return
    const one = waiting.get(told.answer)
    waiting.delete(told.answer)
    if (told.error === undefined) one?.resolve(told.value)
    else one?.reject(new Error(told.error))
  })

  const read = <Value>(what: Ask['read'], of: string): Promise<Value | undefined> => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++asked, answer)
    channel.send({ ask: asked, read: what, of } satisfies Ask)
    return answer.promise as Promise<Value | undefined>
  }
  const refuse = async (): Promise<never> => {
    throw new Error('a worker only reads the edge')
  }

  return {
    putBundle: refuse,
    putKey: refuse,
    readBundle: (environmentId: EnvironmentId) => read<EdgeBundle>('bundle', environmentId),
    readKey: (hash) => read<EdgeKey>('key', hash),
    onNotice: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    marker: undefined,
    ping: async () => undefined,
    close: async () => listeners.clear(),
  }
}

/** The primary's side: answers what a worker asks, and passes the edge's notices on. Returns what ends that. */
export const serveEdge = (edge: Edge, channel: Channel): (() => void) => {
  channel.onMessage((message) => {
    const { ask, read, of } = message as Ask
    if (ask === undefined) return
    const value = read === 'bundle' ? edge.readBundle(of as EnvironmentId) : edge.readKey(of)
    value.then(
      (one) => channel.send({ answer: ask, value: one } satisfies Told),
      (error: Error) => channel.send({ answer: ask, error: error.message } satisfies Told),
    )
  })
  return edge.onNotice((notice) => channel.send({ notice } satisfies Told))
}
