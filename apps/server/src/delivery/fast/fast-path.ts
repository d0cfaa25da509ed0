import type { Socket } from 'node:net'
import type { Fallback, FastPath } from '../../http/server/listen.ts'
import { keepAliveSeconds, requestSeconds } from '../../http/server/listen.ts'
import { withoutPrefix } from '../../http/server/prefix.ts'
import type { Message } from '../request/message.ts'
import type { Reply } from '../response/send.ts'
import { findRoute } from '../routes.ts'
import { type ConnectionOwner, FastConnection } from './connection.ts'

const fast = Symbol('fast')
type FastSocket = Socket & { [fast]: FastConnection }

/** One of each for all connections: there may be tens of thousands. */
const listeners = {
  data(this: FastSocket, bytes: Buffer): void {
    this[fast].take(bytes)
  },
  drain(this: FastSocket): void {
    this[fast].goOn()
  },
  end(this: FastSocket): void {
    this[fast].end()
  },
  close(this: FastSocket): void {
    this[fast].forget()
  },
  // It closes by itself then.
  error: (): void => undefined,
}

const sweepSeconds = 5
/** As many sweeps are surely as long. */
const sweepsOf = (seconds: number): number => seconds / sweepSeconds

/**
 * Stands before Node's HTTP: answers requests that are as plain as can be, and hands over every connection that brings
 * anything else. A timer looks at all of them in turn, instead of one for each.
 */
export const fastPathOf =
  (answer: (message: Message, reply: Reply) => void, prefix: string) =>
  ({ delegate, begin, unread }: Fallback): FastPath => {
    const connections = new Set<FastConnection>()

    const forget = (connection: FastConnection): void => {
      connections.delete(connection)
      for (const [event, listener] of Object.entries(listeners)) connection.socket.off(event, listener)
    }
    const owner: ConnectionOwner & { sweep: number } = {
      sweep: 0,
      knows: ({ method, url }) => {
        const route = findRoute(withoutPrefix(url.split('?', 1)[0] as string, prefix))
        return route?.method === method && !route.isLong
      },
      answer: (message, reply) => {
        begin(message.socket, reply)
        answer(message, reply)
      },
      forget,
      delegate,
      unread,
    }

    const look = (connection: FastConnection): void => {
      const { state, socket } = connection
      const sweeps = owner.sweep - connection.seen
      // Node has the timeout for silent connections, and its answer.
      if (state === 'new') connection.delegate()
      else if (state === 'asking' && sweeps > sweepsOf(requestSeconds)) connection.refuse('408 Request Timeout')
      else if (state === 'idle' && sweeps > sweepsOf(keepAliveSeconds)) socket.destroy()
    }
    const timer = setInterval(() => {
      owner.sweep++
      for (const connection of connections) look(connection)
    }, 1_000 * sweepSeconds).unref()

    return {
      take: (socket) => {
        const connection = new FastConnection(socket, owner)
        connections.add(connection)
        Object.assign(socket, { [fast]: connection })
        for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
      },
      close: () => {
        clearInterval(timer)
        for (const { state, socket } of connections) if (state === 'idle' || state === 'new') socket.destroy()
      },
    }
  }
