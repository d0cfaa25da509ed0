import { Cluster, type Redis, type RedisOptions } from 'ioredis'
import { openTransfers, type Transfers } from '../../base/transfers.ts'

/** The time that commands may take. */
export type RedisTimeouts = {
  commandMs: number
  /** The lowest speed of a connection to Redis. */
  bytesPerSecond: number
}

/** The timeouts of commands: a caller is better served by an early error than by a long wait. */
export const timeoutsOf = ({ commandMs }: Pick<RedisTimeouts, 'commandMs'>) =>
  ({
    commandTimeout: commandMs,
    // A host that hangs or vanishes does not end its connections: one without an answer for this long is given up.
    socketTimeout: 2 * commandMs,
  }) satisfies RedisOptions

/** Gives commands more time while bytes are under way, since they may have to wait behind them. */
export const transfersOf = (commands: Redis | Cluster, { commandMs, bytesPerSecond }: RedisTimeouts): Transfers => {
  const transfers = openTransfers(bytesPerSecond)
  // A client reads its options with each command.
  const setTimeouts = (): void => {
    const timeouts = timeoutsOf({ commandMs: commandMs + transfers.underWayMs() })
    const clients = commands instanceof Cluster ? commands.nodes() : [commands]
    for (const { options } of clients) Object.assign(options, timeouts)
  }
  return {
    ...transfers,
    carry: (bytes, work) =>
      transfers
        .carry(bytes, () => {
          setTimeouts()
          return work()
        })
        .finally(setTimeouts),
  }
}
