import { type HashList, makeHashList } from './hash-list.ts'
import type { ListDelta } from './merge-list.ts'

/** The content of a list's bytes. For a whole list `from` is 0, and nothing is removed. */
export type ListContent = ListDelta & { readonly from: number; readonly version: number }

export type ListReader = {
  /** Takes the next bytes. Fails if they are not those of a list. */
  take(bytes: Uint8Array): void
  /** Fails if bytes are missing. */
  end(): ListContent
}

export const listHeadBytes = 40
const magic = [0x42, 0x4c, 0x53, 0x54, 1, 0, 0, 0]

/** The head of a list's bytes, before the hashes. */
export function listHead(from: number, version: number, added: number, removed: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(listHeadBytes))
  for (const [at, byte] of magic.entries()) head.setUint8(at, byte)
  for (const [at, number] of [from, version, added, removed].entries()) {
    head.setUint32(8 + 8 * at, Math.floor(number / 0x1_0000_0000))
    head.setUint32(12 + 8 * at, number >>> 0)
  }
  return new Uint8Array(head.buffer)
}

/**
 * Reads a list as its bytes arrive, straight into the arrays in which it stays. `maxHashes` is the most hashes of each kind:
 * memory for more is never reserved, whatever the head promises.
 */
export const openListReader = (maxHashes: number): ListReader => {
  /** The first bytes of a hash, or of the head, that is not complete yet. */
  const rest = new Uint8Array(listHeadBytes)
  const view = new DataView(rest.buffer)
  let inRest = 0
  let content: ListContent | undefined
  let taken = 0

  const put = (high: number, low: number): void => {
    const { added, removed } = content as ListContent
    const isAdded = taken < added.high.length
    const at = isAdded ? taken : taken - added.high.length
    const into: HashList = isAdded ? added : removed
    if (at >= into.high.length) throw new Error('there are more bytes than its head says')
    if (at > 0 && !isAfter(into, at - 1, high, low)) throw new Error('its hashes are not in order')
    into.high[at] = high
    into.low[at] = low
    taken++
  }

  const take = (bytes: Uint8Array): void => {
    let at = 0
    while (at < bytes.length) {
      const needed = content ? 8 : listHeadBytes
      const part = bytes.subarray(at, at + needed - inRest)
      if (content && inRest === 0 && bytes.length - at >= 8) {
        at = takeWhole(bytes, at)
        continue
      }
      rest.set(part, inRest)
      inRest += part.length
      at += part.length
      if (inRest < needed) return
      inRest = 0
      if (content) put(view.getUint32(0), view.getUint32(4))
      else content = readHead(view, maxHashes)
    }
  }

  /** Takes all complete hashes without copying their bytes. */
  const takeWhole = (bytes: Uint8Array, from: number): number => {
    const hashes = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let at = from
    for (; at + 8 <= bytes.length; at += 8) put(hashes.getUint32(at), hashes.getUint32(at + 4))
    return at
  }

  return {
    take,
    end: () => {
      if (!content || inRest > 0 || taken < content.added.high.length + content.removed.high.length) {
        throw new Error('its bytes break off')
      }
      return content
    },
  }
}

function readHead(head: DataView, maxHashes: number): ListContent {
  if (magic.some((byte, at) => head.getUint8(at) !== byte)) throw new Error('these are not the bytes of a list')
  const [from, version, added, removed] = [0, 1, 2, 3].map(
    (at) => head.getUint32(8 + 8 * at) * 0x1_0000_0000 + head.getUint32(12 + 8 * at),
  ) as [number, number, number, number]
  if (![from, version].every(Number.isSafeInteger)) throw new Error('its versions are too large')
  if (added > maxHashes || removed > maxHashes) throw new Error('it has too many hashes')
  return { from, version, added: makeHashList(added), removed: makeHashList(removed) }
}

const isAfter = ({ high: highs, low: lows }: HashList, at: number, high: number, low: number): boolean => {
  const before = highs[at] as number
  return before < high || (before === high && (lows[at] as number) < low)
}
