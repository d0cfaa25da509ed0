import { randomUUID } from 'node:crypto'
import { listHeadBytes } from '@bunting/engine'
import type { Edge, NamedList } from '../edge.ts'
import type { Connected } from './connect.ts'

/** In a cluster all keys of a list are on one node, since keys are renamed. */
const prefixOf = (list: string): string => `bunting:list:{${list}}`
const keyOf = ({ list, version, sha256 }: NamedList): string => `${prefixOf(list)}:${version}-${sha256.slice(0, 16)}`
const deltaOf = (key: string): string => `${key}:delta`
/** The keys of a list's versions, by their numbers. */
const versionsOf = (list: string): string => `${prefixOf(list)}:versions`

const bytesPerHash = 8
/** The bytes of one transfer. */
const pieceBytes = 512 * 1024
/** Keys that are written half expire after this time. */
const asideSeconds = 600

/** Large lists in Redis: the last two versions, each as its bytes and as its changes since the version before. */
export const listsIn = ({
  commands,
  transfers,
}: Pick<Connected, 'commands' | 'transfers'>): {
  read: Edge['readList']
  put: NonNullable<Edge['putList']>
  putDelta: NonNullable<Edge['putListDelta']>
} => {
  /** Returns 0 also for a key of another type, which a put replaces. */
  const lengthOf = (key: string): Promise<number> =>
    commands.strlen(key).catch((error: Error) => {
      if (error.message.startsWith('WRONGTYPE')) return 0
      throw error
    })

  async function* piecesOf(key: string, length: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < length; at += pieceBytes) {
      const end = Math.min(length, at + pieceBytes)
      const piece = await transfers.carry(end - at, () => commands.getrangeBuffer(key, at, end - 1))
      // It was replaced meanwhile: the reader notices that bytes are missing.
      if (piece.length === 0) return
      yield piece
    }
  }

  const write = async (key: string, pieces: AsyncIterable<Uint8Array>): Promise<void> => {
    const aside = `${key}:${randomUUID()}`
    let written = 0
    try {
      for await (const piece of pieces) {
        for (let at = 0; at < piece.length; at += pieceBytes) {
          const part = Buffer.from(piece.subarray(at, at + pieceBytes))
          written += part.length
          const stored = await transfers.carry(part.length, () => commands.append(aside, part))
          // A master that takes over has only a part of it.
          if (stored !== written) throw new Error('Redis lost a part of a list while it was written')
        }
        await commands.expire(aside, asideSeconds)
      }
      await commands.persist(aside)
      await commands.rename(aside, key)
    } catch (error) {
      // Delete the half-written list: the next try needs its memory, above all if Redis is full.
      commands.del(aside).catch(() => undefined)
      throw error
    }
  }

  /** Deletes versions before the last two, and another version of the same number, from before the database was restored. */
  const forgetOthers = async ({ list, version }: NamedList, key: string): Promise<void> => {
    const known = await commands.zrangebyscore(versionsOf(list), 0, version, 'WITHSCORES')
    for (let at = 0; at < known.length; at += 2) {
      const other = known[at] as string
      const isKept = other === key || Number(known[at + 1]) === version - 1
      if (isKept) continue
      await commands.del(other, deltaOf(other))
      await commands.zrem(versionsOf(list), other)
    }
  }

  const putDelta: NonNullable<Edge['putListDelta']> = async (named, read) => {
    const key = keyOf(named)
    if (named.version === 1) return false
    if ((await lengthOf(deltaOf(key))) > 0) return true
    const delta = await read(named.version - 1)
    if (!delta) return false
    await write(deltaOf(key), delta)
    // Also if the whole never follows, because newer versions came first, this is forgotten with its version.
    await commands.zadd(versionsOf(named.list), named.version, key)
    return true
  }

  return {
    read: async (named, from) => {
      const key = keyOf(named)
      for (const one of from > 0 && from === named.version - 1 ? [deltaOf(key), key] : [key]) {
        const length = await lengthOf(one)
        if (length > 0) return piecesOf(one, length)
      }
      return undefined
    },
    put: async (named, read) => {
      const key = keyOf(named)
      if ((await lengthOf(key)) === listHeadBytes + bytesPerHash * named.size) return
      await putDelta(named, read)
      const whole = await read(0)
      // It is neither the latest version any more nor the one before.
      if (!whole) return
      await write(key, whole)
      await commands.zadd(versionsOf(named.list), named.version, key)
      await forgetOthers(named, key)
    },
    putDelta,
  }
}
