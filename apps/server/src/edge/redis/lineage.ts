import { Cluster } from 'ioredis'
import type { PublishSequence } from '../edge.ts'
import type { RedisClient } from './connect.ts'

/**
 * Finds new masters: a replica that replaces a master may lack the last writes. It begins a history of its own with a
 * new id, by which it is recognized.
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
    /** Tells whether there is a master that was not there at the beginning, and was not accepted since. */
    hasNew,
    /** To be called once everything that a new master may lack is written again. */
    accept: (): void => {
      known = new Set([...(known ?? []), ...found])
    },
  }
}

/** Ignores the sequence if any master is new, so that all is published again: in a cluster it is on one master only. */
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

/** The ids of the masters' histories. A master that does not answer now is asked again the next time. */
const historiesOf = async (commands: RedisClient): Promise<Set<string>> => {
  const masters = commands instanceof Cluster ? commands.nodes('master') : [commands]
  const told = await Promise.all(masters.map((master) => master.info('replication').catch(() => '')))
  return new Set(told.flatMap((text) => /master_replid:(\w+)/.exec(text)?.[1] ?? []))
}
