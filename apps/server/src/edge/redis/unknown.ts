import { Cluster } from 'ioredis'
import type { Edge, EdgeKey } from '../edge.ts'
import { InvalidEntry } from '../format/invalid-entries.ts'
import type { RedisClient } from './connect.ts'

type Keys = {
  prefix: string
  /** Rejects if the value is not a key. */
  find: (hash: string) => Promise<EdgeKey | null | undefined>
  tell: (hash: string) => Promise<void>
}

const batch = 500

/** The hashes of all keys, some at a time. In a cluster each node only knows its own. */
async function* keysIn(commands: RedisClient, prefix: string): AsyncGenerator<readonly string[]> {
  for (const node of commands instanceof Cluster ? commands.nodes('master') : [commands]) {
    for (let cursor = ''; cursor !== '0'; ) {
      const [next, entries] = await node.scan(cursor || '0', 'MATCH', `${prefix}*`, 'COUNT', batch)
      if (entries.length > 0) yield entries.map((entry) => entry.slice(prefix.length))
      cursor = next
    }
  }
}

export const hasKeysIn = async (commands: RedisClient, prefix: string): Promise<boolean> =>
  (await keysIn(commands, prefix).next()).done !== true

/** Removes unknown keys. Bundles of removed environments stay: without a key they cannot be reached. */
export const forgetUnknownIn =
  (commands: RedisClient, { prefix, find, tell }: Keys): Edge['forgetUnknown'] =>
  async (storeId, known) => {
    const forgotten: string[] = []
    const forget = async (hashes: readonly string[]): Promise<void> => {
      const kept = new Set(await known(hashes))
      for (const hash of hashes) {
        if (kept.has(hash)) continue
        // A value that is not a key opens nothing, so it may stay.
        const key = await find(hash).catch((error: unknown) =>
          error instanceof InvalidEntry ? null : Promise.reject(error),
        )
        if (key?.storeId !== storeId) continue
        await commands.del(`${prefix}${hash}`)
        forgotten.push(hash)
      }
    }
    for await (const hashes of keysIn(commands, prefix)) await forget(hashes)
    return async () => {
      for (const hash of forgotten) await tell(hash)
    }
  }
