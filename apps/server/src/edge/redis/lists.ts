import { randomUUID } from 'node:crypto'
import type { Edge, NamedList } from '../edge.ts'
import type { Connected } from './connect.ts'

/** All of a list on one node of a cluster, so that a key can be renamed. */
const prefixOf = (list: string): string => `bunting:list:{${list}}`
const keyOf = ({ list, version, sha256 }: NamedList): string => `${prefixOf(list)}:${version}-${sha256.slice(0, 16)}`
const deltaOf = (key: string): string => `${key}:delta`
/** The keys of a list's versions, by their numbers. */
const versionsOf = (list: string): string => `${prefixOf(list)}:versions`

/** What is carried at once. */
const pieceBytes = 512 * 1024
/** What is half written goes by itself. */
const asideSeconds = 600

/** Large lists in Redis: of each version its bytes, and what it has over the one before. The last two are there. */
export const listsIn = ({
  commands,
  transfers,
}: Pick<Connected, 'commands' | 'transfers'>): {
  read: Edge['readList']
  put: NonNullable<Edge['putList']>
} => {
  /** 0 also for what others put in its place, which a put replaces. */
  const lengthOf = (key: string): Promise<number> =>
    commands.strlen(key).catch((error: Error) => {
      if (error.message.startsWith('WRONGTYPE')) return 0
      throw error
    })

  async function* piecesOf(key: string, length: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < length; at += pieceBytes) {
      const end = Math.min(length, at + pieceBytes)
      const piece = await transfers.carry(end - at, () => commands.getrangeBuffer(key, at, end - 1))
      // It was replaced meanwhile: whoever reads it sees that bytes are missing.
      if (piece.length === 0) return
      yield piece
    }
  }

  const write = async (key: string, pieces: AsyncIterable<Uint8Array>): Promise<void> => {
    const aside = `${key}:${randomUUID()}`
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; at += pieceBytes) {
        const part = Buffer.from(piece.subarray(at, at + pieceBytes))
        await transfers.carry(part.length, () => commands.append(aside, part))
      }
      await commands.expire(aside, asideSeconds)
    }
    await commands.persist(aside)
    await commands.rename(aside, key)
  }

  /** Those before the last two, and what has the number of this one and is another: of a database before it was restored. */
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
      if ((await lengthOf(key)) > 0) return
      const delta = named.version > 1 ? await read(named.version - 1) : undefined
      if (delta) await write(deltaOf(key), delta)
      const whole = await read(0)
      // It is no longer the latest, nor the one before.
      if (!whole) return
      await write(key, whole)
      await commands.zadd(versionsOf(named.list), named.version, key)
      await forgetOthers(named, key)
    },
  }
}
