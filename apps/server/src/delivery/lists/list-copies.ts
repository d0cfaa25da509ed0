import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesOf, type LargeList, listHead } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import type { LoadedList } from './load-list.ts'

/** Copies of lists on disk, for a start while the edge is away: the latest version of each. */
export type ListCopies = {
  remember(loaded: LoadedList): Promise<void>
  /** Whatever is there: whether it is what is named shows when it is read. */
  recall(named: LargeList): AsyncIterable<Uint8Array>
  forget(list: string): Promise<void>
}

export const openListCopies = (dir: string): ListCopies => {
  const fileOf = (list: string): string => join(dir, `${list}.blst`)
  return {
    remember: async ({ named, list }) => {
      await mkdir(dir, { recursive: true })
      // Whoever reads it never sees half of it.
      const aside = `${fileOf(named.list)}.${process.pid}`
      const file = await open(aside, 'w', 0o600)
      try {
        await file.write(listHead(0, named.version, named.size, 0))
        for (const bytes of bytesOf(list)) {
          await file.write(bytes)
          await giveTurn()
        }
      } finally {
        await file.close()
      }
      await rename(aside, fileOf(named.list))
    },
    recall: ({ list }) => createReadStream(fileOf(list), { highWaterMark: 256 * 1024 }),
    forget: (list) => rm(fileOf(list), { force: true }),
  }
}
