import type { Extent, ScratchFile } from '../../base/scratch-file.ts'
import { bytesOfSet } from '../../rules/lists/hash-bytes.ts'
import type { HashSet } from '../../rules/lists/hash-set.ts'
import type { ListPart } from '../../store/tables/list-parts.ts'

/** 256 KiB of hashes. */
export const hashesPerPart = 32_768

export type PartsWriter = {
  /** Those of a set from one on and up to another. */
  put(from: HashSet, start: number, end: number): void
  onPart(hear: (bytes: Uint8Array) => void): void
  /** Brings whole parts to the scratch file. */
  flush(): Promise<void>
  end(): Promise<void>
  size(): number
  /** Of all that is kept. */
  bytes(): number
  /** What was written, in order. Fails where nothing was kept. */
  parts(): AsyncGenerator<ListPart>
}

type Kept = { hashes: Extent; ids: Extent | undefined }

/** Hashes in order, into parts of even size. Without a scratch file they are counted and heard of, and not kept. */
export const openPartsWriter = (scratch: ScratchFile | undefined, keepIds: boolean): PartsWriter => {
  let words = new Uint32Array(2 * 64)
  let ids: string[] = []
  let filled = 0
  let size = 0
  let hear: ((bytes: Uint8Array) => void) | undefined
  const whole: { hashes: Uint8Array; ids: Buffer | undefined }[] = []
  const kept: Kept[] = []

  const close = (): void => {
    if (filled === 0) return
    const hashes = bytesOfSet({ words: words.subarray(0, filled) })
    hear?.(hashes)
    if (scratch) whole.push({ hashes, ids: keepIds ? Buffer.from(JSON.stringify(ids)) : undefined })
    filled = 0
    ids = []
  }

  const reserve = (length: number): void => {
    if (length <= words.length) return
    const larger = new Uint32Array(Math.min(2 * hashesPerPart, 2 * length))
    larger.set(words.subarray(0, filled))
    words = larger
  }

  /** A part of another version that can be one of this, as it is. What is not kept need not be even. */
  const isWholePart = ({ bytes }: HashSet, start: number, end: number): boolean =>
    bytes !== undefined &&
    start === 0 &&
    end === bytes.length / 8 &&
    (scratch === undefined || (filled === 0 && end === hashesPerPart && !keepIds))

  const putPart = ({ bytes }: HashSet): void => {
    close()
    hear?.(bytes as Uint8Array)
    if (scratch) whole.push({ hashes: bytes as Uint8Array, ids: undefined })
    size += (bytes as Uint8Array).length / 8
  }

  const flush = async (): Promise<void> => {
    for (const part of whole.splice(0)) {
      const hashes = await (scratch as ScratchFile).append(part.hashes)
      kept.push({ hashes, ids: part.ids && (await (scratch as ScratchFile).append(part.ids)) })
    }
  }

  return {
    put: (from, start, end) => {
      if (isWholePart(from, start, end)) return putPart(from)
      for (let at = start; at < end; ) {
        const part = Math.min(end, at + hashesPerPart - filled / 2)
        reserve(filled + 2 * (part - at))
        words.set(from.words.subarray(2 * at, 2 * part), filled)
        filled += 2 * (part - at)
        if (keepIds) for (let each = at; each < part; each++) ids.push(from.ids?.[each] ?? '')
        size += part - at
        at = part
        if (filled === 2 * hashesPerPart) close()
      }
    },
    onPart: (listener) => {
      hear = listener
    },
    flush,
    end: async () => {
      close()
      await flush()
    },
    size: () => size,
    bytes: () => kept.reduce((sum, { hashes, ids }) => sum + hashes.length + (ids?.length ?? 0), 0),
    parts: async function* () {
      for (const [seq, { hashes, ids }] of kept.entries()) {
        const bytes = await (scratch as ScratchFile).read(hashes)
        yield {
          seq,
          first: bytes.toString('hex', 0, 8),
          last: bytes.toString('hex', bytes.length - 8),
          hashes: bytes,
          ids: ids ? await (scratch as ScratchFile).read(ids) : null,
        }
      }
    },
  }
}
