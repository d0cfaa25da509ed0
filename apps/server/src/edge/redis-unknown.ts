import { Cluster } from 'ioredis'
import type { Edge, EdgeKey } from './edge.ts'
import { InvalidEntry } from './invalid-entries.ts'
import type { RedisClient } from './redis-connect.ts'

type Keys = {
  prefix: string
  /** Fails where what is there is no key. */
  find: (hash: string) => Promise<EdgeKey | null | undefined>
  tell: (hash: string) => Promise<void>
}

const batch = 500

/** Bundles of environments that are gone stay: without a key nobody gets to them. */
export const forgetUnknownIn =
  (commands: RedisClient, { prefix, find, tell }: Keys): Edge['forgetUnknown'] =>
  async (storeId, known) => {
    const forgotten: string[] = []
    const forget = async (hashes: readonly string[]): Promise<void> => {
      const kept = new Set(await known(hashes))
      for (const hash of hashes) {
        if (kept.has(hash)) continue
        // What is no key opens nothing.
        const key = await find(hash).catch((error: unknown) =>
          error instanceof InvalidEntry ? null : Promise.reject(error),
        )
        if (key?.storeId !== storeId) continue
        await commands.del(`${prefix}${hash}`)
        forgotten.push(hash)
      }
    }
    // Of a cluster each part knows its own keys alone.
    for (const node of commands instanceof Cluster ? commands.nodes('master') : [commands]) {
      for (let cursor = ''; cursor !== '0'; ) {
        const [next, entries] = await node.scan(cursor || '0', 'MATCH', `${prefix}*`, 'COUNT', batch)
        if (entries.length > 0) await forget(entries.map((entry) => entry.slice(prefix.length)))
        cursor = next
      }
    }
    return async () => {
      for (const hash of forgotten) await tell(hash)
    }
  }
