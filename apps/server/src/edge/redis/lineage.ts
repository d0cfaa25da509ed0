import { Cluster } from 'ioredis'
import type { PublishSequence } from '../edge.ts'
import type { RedisClient } from './connect.ts'

/**
 * A replica that takes a master's place may lack what was written last. It writes a history of its own, under a new id, by
 * which it is known for a new one.
 */
export const watchMasters = (commands: RedisClient) => {
  let known: Set<string> | undefined
  let found = new Set<string>()
  const hasNew = async (): Promise<boolean> => {
    found = await historiesOf(commands)
    known ??= found
    return !found.isSubsetOf(known)
  }
  commands.once('ready', () => void hasNew())
  return {
    /** Whether there is a master that was not there when this began, and was not accepted since. */
    hasNew,
    /** Once all that a new one may lack is written again. */
    accept: (): void => {
      known = new Set([...(known ?? []), ...found])
    },
  }
}

/** In a cluster the sequence is on one master only: where any of them is new it counts for nothing, and all is published again. */
export const distrustNewMasters = (commands: RedisClient, sequence: PublishSequence): PublishSequence => {
  const masters = watchMasters(commands)
  return {
    ...sequence,
    read: async () => ((await masters.hasNew()) ? undefined : sequence.read()),
    restore: async (atLeast) => {
      masters.accept()
      await sequence.restore(atLeast)
    },
  }
}

/** Of those that say: one that does not answer now is asked again the next time. */
const historiesOf = async (commands: RedisClient): Promise<Set<string>> => {
  const masters = commands instanceof Cluster ? commands.nodes('master') : [commands]
  const told = await Promise.all(masters.map((master) => master.info('replication').catch(() => '')))
  return new Set(told.flatMap((text) => /master_replid:(\w+)/.exec(text)?.[1] ?? []))
}
