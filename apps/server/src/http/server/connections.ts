import type { Socket } from 'node:net'
import { connectionsDropped } from '../../base/metrics.ts'
import { isBelieved, networkOf, type TrustedProxies } from './caller-address.ts'
import type { UnreadBounds } from './unread-answers.ts'

/** What is known of an answer. */
export type Answering = {
  shouldKeepAlive: boolean
  readonly writableEnded: boolean
  readonly req: { readonly complete: boolean }
}

/** The answer under way, or the last one: kept where it costs nothing to find. */
export const latest = Symbol('latest')
/** What the latest was when somebody looked last: nobody did at one that is new. */
const seen = Symbol('seen')
/** Those of the same address. */
const kin = Symbol('kin')
export type Connection = Socket & {
  [latest]?: Answering
  [seen]?: Answering | 'new' | undefined
  [kin]?: Set<Connection>
}

export type Connections = Iterable<Connection> & {
  /** Keeps a new connection, or drops it where there is no room. */
  add(connection: Connection): void
}

export type Room = {
  /** For the metrics. */
  listener: string
  maxConnections: number
  trustedProxies: TrustedProxies | undefined
  /** Of what callers leave unread. */
  unread?: UnreadBounds | undefined
}

/**
 * The connections of a listener, never more than it may have. A new one takes the place of the oldest that waits for its
 * caller and was neither made nor used since the last look: of the same address, where that has half of all, else of any.
 * So whoever opens connections and leaves them takes places from nobody but themselves, and what is being answered, or is a
 * stream, is never cut off.
 */
export const openConnections = ({ listener, maxConnections, trustedProxies }: Room): Connections => {
  const all = new Set<Connection>()
  const byNetwork = new Map<string, Set<Connection>>()

  const forget = (connection: Connection): void => {
    all.delete(connection)
    connection[kin]?.delete(connection)
  }

  const drop = (connection: Connection): void => {
    connectionsDropped.inc({ listener })
    connection.destroy()
    // At once: its file is free now, and 'close' comes later.
    forget(connection)
  }

  /** Looks at each twice at most: those that were made or used since get a second chance, behind all others. */
  const dropOldest = (among: Set<Connection>): boolean => {
    let looks = 2 * among.size
    for (const connection of among) {
      if (looks-- === 0) return false
      among.delete(connection)
      if (waitsForCaller(connection) && connection[seen] === connection[latest]) {
        drop(connection)
        return true
      }
      connection[seen] = connection[latest]
      among.add(connection)
    }
    return false
  }

  const kinOf = (network: string): Set<Connection> => {
    const known = byNetwork.get(network)
    if (known) return known
    const own = new Set<Connection>()
    byNetwork.set(network, own)
    return own
  }

  const join = (connection: Connection, network: string): void => {
    const own = kinOf(network)
    if (own.size >= maxConnections / 2) dropOldest(own)
    connection[kin] = own.add(connection)
    connection.on('close', () => {
      if (own.size === 0 && byNetwork.get(network) === own) byNetwork.delete(network)
    })
  }

  return {
    add: (connection) => {
      connection[seen] = 'new'
      connection.on('close', () => forget(connection))
      const peer = connection.remoteAddress ?? ''
      // Behind a proxy are many, and it sees to how many connections each of them has.
      if (!trustedProxies || !isBelieved(peer, trustedProxies)) join(connection, networkOf(peer))
      if (all.size >= maxConnections && !dropOldest(all)) drop(connection)
      else all.add(connection)
    },
    [Symbol.iterator]: () => all[Symbol.iterator](),
  }
}

/** Nothing is sent yet, not everything, or everything is answered. */
const waitsForCaller = ({ [latest]: answer }: Connection): boolean =>
  !answer || answer.writableEnded || !answer.req.complete
