import type { Socket } from 'node:net'
import { connectionsDropped } from '../../base/metrics.ts'
import type { BodyBounds } from './buffered-message.ts'
import { isBelieved, networkOf, type TrustedProxies } from './caller-address.ts'
import type { UnreadBounds } from './unread-answers.ts'

/** The part of an answer that tells whether it is under way. */
export type Answering = {
  shouldKeepAlive: boolean
  readonly writableEnded: boolean
  readonly req: { readonly complete: boolean }
}

/** The property of a socket with the answer under way, or the last one: there it is found at no cost. */
export const latestAnswer = Symbol('latest answer')
/** The latest answer at the last look for a connection to drop; `new` before the first. */
const lastSeen = Symbol('last seen')
/** All connections from the same network. */
const sameNetwork = Symbol('same network')
export type Connection = Socket & {
  [latestAnswer]?: Answering
  [lastSeen]?: Answering | 'new' | undefined
  [sameNetwork]?: Set<Connection>
}

export type Connections = Iterable<Connection> & {
  /** Adds a new connection. If there are too many, an older one or this one is dropped. */
  add(connection: Connection): void
}

export type ConnectionBounds = {
  /** The listener's name in the metrics. */
  listener: string
  maxConnections: number
  trustedProxies: TrustedProxies | undefined
  /** The limits of what callers leave unread. */
  unread?: UnreadBounds | undefined
  bodies?: BodyBounds | undefined
}

/**
 * The connections of a listener, up to a limit. At the limit, a new one replaces the oldest idle one that was neither
 * made nor used since the last look: one of the same network if that has half of all, else any. A client that opens
 * connections and leaves them displaces only its own; requests under way and streams are never cut off.
 */
export const openConnections = ({ listener, maxConnections, trustedProxies }: ConnectionBounds): Connections => {
  const all = new Set<Connection>()
  const byNetwork = new Map<string, Set<Connection>>()

  const forget = (connection: Connection): void => {
    all.delete(connection)
    connection[sameNetwork]?.delete(connection)
  }

  const drop = (connection: Connection): void => {
    connectionsDropped.inc({ listener })
    connection.destroy()
    // Remove synchronously; 'close' fires later.
    forget(connection)
  }

  /** Second-chance eviction: connections made or used since the last look go to the end, once. */
  const dropOldest = (among: Set<Connection>): boolean => {
    let looks = 2 * among.size
    for (const connection of among) {
      if (looks-- === 0) return false
      among.delete(connection)
      if (waitsForCaller(connection) && connection[lastSeen] === connection[latestAnswer]) {
        drop(connection)
        return true
      }
      connection[lastSeen] = connection[latestAnswer]
      among.add(connection)
    }
    return false
  }

  const sameNetworkAs = (network: string): Set<Connection> => {
    const known = byNetwork.get(network)
    if (known) return known
    const own = new Set<Connection>()
    byNetwork.set(network, own)
    return own
  }

  const join = (connection: Connection, network: string): void => {
    const own = sameNetworkAs(network)
    if (own.size >= maxConnections / 2) dropOldest(own)
    connection[sameNetwork] = own.add(connection)
    connection.on('close', () => {
      if (own.size === 0 && byNetwork.get(network) === own) byNetwork.delete(network)
    })
  }

  return {
    add: (connection) => {
      connection[lastSeen] = 'new'
      connection.on('close', () => forget(connection))
      const peer = connection.remoteAddress ?? ''
      // A trusted proxy stands for many clients, and bounds their connections itself.
      if (!trustedProxies || !isBelieved(peer, trustedProxies)) join(connection, networkOf(peer))
      if (all.size >= maxConnections && !dropOldest(all)) drop(connection)
      else all.add(connection)
    },
    [Symbol.iterator]: () => all[Symbol.iterator](),
  }
}

/** Tells whether the server waits for the caller: no request yet, an incomplete one, or all are answered. */
const waitsForCaller = ({ [latestAnswer]: answer }: Connection): boolean =>
  !answer || answer.writableEnded || !answer.req.complete
