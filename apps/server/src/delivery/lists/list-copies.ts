import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { bytesOf, type LargeList, listHead } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import type { Logger } from '../../base/log.ts'
import type { LoadedList } from './load-list.ts'

/** Copies of lists on disk, for a start while the edge is away: the latest version of each. */
export type ListCopies = {
  /** Has a version written, beside everything else. Of the versions that come meanwhile only the last is. */
  remember(loaded: LoadedList): void
  /** Reads any version that is there: whether it is the one that is named shows by its hash. */
  recall(named: LargeList): AsyncIterable<Uint8Array>
  forget(list: string): void
  /** Writes what is left to write. */
  close(): Promise<void>
}

/** The pace of writing: a list is written whole, and one of ten million ids is 80 MB. */
const bytesPerMs = 10_000
/** The initial write rate. It is limited, since other instances on the machine may be loading the same list. */
const firstBytesPerMs = 80_000

export const openListCopies = (dir: string, log: Logger): ListCopies => {
  const waiting = new Map<string, LoadedList>()
  /** The list that is being written, until it is forgotten. */
  let written: string | undefined
  let writing: Promise<void> | undefined
  const closed = Promise.withResolvers<void>()
  const fileOf = (list: string): string => join(dir, `${list}.blst`)

  const remove = (file: string): Promise<void> => rm(file, { force: true }).catch(() => undefined)

  const write = async ({ named, list }: LoadedList): Promise<void> => {
    await mkdir(dir, { recursive: true })
    // A reader never sees half of it.
    const aside = `${fileOf(named.list)}.${process.pid}`
    const file = await open(aside, 'w', 0o600)
    try {
      await file.write(listHead(0, named.version, named.size, 0))
      for (const bytes of bytesOf(list)) {
        await file.write(bytes)
        await giveTurn()
      }
      await file.close()
      await rename(aside, fileOf(named.list))
    } catch (error) {
      // The disk may be full.
      await file.close().catch(() => undefined)
      await remove(aside)
      throw error
    }
  }

  const rest = (ms: number): Promise<void> => Promise.race([setTimeout(ms, undefined, { ref: false }), closed.promise])

  const writeAll = async (firstMs: number): Promise<void> => {
    await rest(firstMs)
    for (const [list, loaded] of waiting) {
      waiting.delete(list)
      written = list
      await write(loaded).catch((error) => log.warn({ err: error }, 'no copy of a list can be kept on disk'))
      if (written !== list) await remove(fileOf(list))
      written = undefined
      await rest(bytesIn(loaded) / bytesPerMs)
    }
    writing = undefined
  }

  return {
    remember: (loaded) => {
      waiting.set(loaded.named.list, loaded)
      writing ??= writeAll(bytesIn(loaded) / firstBytesPerMs)
    },
    recall: ({ list }) => createReadStream(fileOf(list), { highWaterMark: 256 * 1024 }),
    forget: (list) => {
      waiting.delete(list)
      if (written === list) written = undefined
      void remove(fileOf(list))
    },
    close: async () => {
      closed.resolve()
      await writing
    },
  }
}

const bytesIn = ({ named }: LoadedList): number => 8 * named.size
