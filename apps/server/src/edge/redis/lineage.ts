import { Cluster } from 'ioredis'
import type { PublishSequence } from '../edge.ts'
import type { RedisClient } from './connect.ts'

/**
 * A replica that takes a master's place may lack what was written last, and in a cluster the sequence is on one master only.
 * It writes a history of its own, under a new id: the first time that one is seen the sequence counts for nothing, so that
 * everything is published again.
 */
export const distrustNewMasters = (commands: RedisClient, sequence: PublishSequence): PublishSequence => {
  let known: Set<string> | undefined
  let found = new Set<string>()
  return {
    ...sequence,
    read: async () => {
      found = await historiesOf(commands)
      known ??= found
      return found.isSubsetOf(known) ? sequence.read() : undefined
    },
    restore: async (atLeast) => {
      known = new Set([...(known ?? []), ...found])
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
