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

/** Listeners that all connections share: there may be tens of thousands. */
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
  // The socket closes by itself after an error.
  error: (): void => undefined,
}

const sweepSeconds = 5
/** A connection that was quiet for more sweeps than this was quiet for at least so many seconds. */
const sweepsOf = (seconds: number): number => seconds / sweepSeconds

/**
 * Answers the simplest requests before they reach Node's HTTP, and hands every connection that sends anything else over
 * to it. One timer checks all connections for timeouts, instead of one timer for each.
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
      // Node has the timeout for silent connections, and the answer to it.
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
