import { Cluster, type Redis, type RedisOptions } from 'ioredis'
import { openTransfers, type Transfers } from '../../base/transfers.ts'

/** What commands may take. */
export type RedisTimeouts = {
  commandMs: number
  /** What a line carries at the least. */
  bytesPerSecond: number
}

/** The timeouts of commands: a caller is better served by an early error than by a long wait. */
export const timeoutsOf = ({ commandMs }: Pick<RedisTimeouts, 'commandMs'>) =>
  ({
    commandTimeout: commandMs,
    // A host that hangs or vanishes ends no connection: one that owes an answer for so long is given up.
    socketTimeout: 2 * commandMs,
  }) satisfies RedisOptions

/** While bytes are under way, every command that is sent may wait behind them: it gets as much more time. */
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
