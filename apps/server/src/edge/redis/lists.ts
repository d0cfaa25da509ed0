import { randomUUID } from 'node:crypto'
import type { Edge } from '../edge.ts'
import type { Connected } from './connect.ts'

/** All of a list on one node of a cluster, so that a key can be renamed. */
const keyOf = (list: string, version: number): string => `bunting:list:{${list}}:${version}`
const deltaKeyOf = (list: string, version: number): string => `${keyOf(list, version)}:delta`

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

  return {
    read: async (list, version, from) => {
      const keys = from > 0 && from === version - 1 ? [deltaKeyOf(list, version)] : []
      for (const key of [...keys, keyOf(list, version)]) {
        const length = await commands.strlen(key)
        if (length > 0) return piecesOf(key, length)
      }
      return undefined
    },
    put: async (list, version, read) => {
      if ((await commands.strlen(keyOf(list, version))) > 0) return
      const delta = version > 1 ? await read(version - 1) : undefined
      if (delta) await write(deltaKeyOf(list, version), delta)
      const whole = await read(0)
      // It is no longer the latest, nor the one before.
      if (!whole) return
      await write(keyOf(list, version), whole)
      const former = version - 2
      await commands.del(keyOf(list, former), deltaKeyOf(list, former))
    },
  }
}
