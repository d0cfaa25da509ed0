import { unitHasher } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import type { Extent, ScratchFile } from '../../base/scratch-file.ts'
import type { HashSet } from '../../rules/lists/hash-set.ts'
import { openRecords, openSorter, type Records } from './id-records.ts'

/** With so many bits each partition of ten million ids is sorted in a few milliseconds; ids take longer than hashes. */
const partitionBits = (keepIds: boolean): number => (keepIds ? 10 : 8)

export type SortedIds = {
  put(id: string): void
  /** Writes full blocks to the scratch file. Called between the pieces of a body. */
  flush(): Promise<void>
  /** The number of ids that were put, repeated ones included. */
  count(): number
  /** All hashes in order, each once. Can be called again; a set is valid until the next one. */
  sets(): AsyncGenerator<HashSet>
}

/**
 * Sorts ids by their hashes in little memory, however many there are: hashes are spread evenly over partitions, which are
 * kept aside in blocks and sorted one at a time. `keepIds`: the ids stay with their hashes.
 */
export const sortIds = (scratch: ScratchFile, salt: string, keepIds: boolean): SortedIds => {
  const hash = unitHasher(salt)
  const sort = openSorter(keepIds)
  const bits = partitionBits(keepIds)
  const open = Array.from({ length: 2 ** bits }, () => openRecords(keepIds, sort))
  const kept = open.map((): Extent[] => [])
  const full: { partition: number; records: Records }[] = []
  /** Blocks that were written to the scratch file, to be used again. */
  const free: Records[] = []
  let count = 0
  /** The bytes of the partition that is sorted. Memory of its own for each would pile up until it is collected. */
  let loaded = Buffer.alloc(0)

  const load = async (partition: number): Promise<HashSet> => {
    const last = (open[partition] as Records).bytes()
    const extents = kept[partition] as Extent[]
    const length = extents.reduce((sum, extent) => sum + extent.length, last.length)
    if (length > loaded.length) loaded = Buffer.allocUnsafe(Math.ceil(1.25 * length))
    let end = 0
    for (const extent of extents) {
      await scratch.readInto(extent, loaded, end)
      end += extent.length
    }
    loaded.set(last, end)
    return sort(loaded.subarray(0, length))
  }

  return {
    put: (id) => {
      count++
      const { high, low } = hash(id)
      const partition = high >>> (32 - bits)
      const records = open[partition] as Records
      if (records.put(high, low, id)) return
      full.push({ partition, records })
      const next = free.pop() ?? openRecords(keepIds, sort)
      next.put(high, low, id)
      open[partition] = next
    },
    flush: async () => {
      for (const { partition, records } of full.splice(0)) {
        const extent = await scratch.append(records.bytes())
        ;(kept[partition] as Extent[]).push(extent)
        records.clear()
        free.push(records)
      }
    },
    count: () => count,
    sets: async function* () {
      for (let partition = 0; partition < open.length; partition++) {
        const set = await load(partition)
        if (set.words.length === 0) continue
        yield set
        await giveTurn()
      }
    },
  }
}
