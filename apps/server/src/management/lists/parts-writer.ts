import type { Extent, ScratchFile } from '../../base/scratch-file.ts'
import { toBytesInPlace } from '../../rules/lists/hash-bytes.ts'
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
/** A part that is not in the scratch file yet, and the memory to use again once it is. */
type Whole = { hashes: Uint8Array; ids: Buffer | undefined; words: Uint32Array<ArrayBuffer> | undefined }

/** Hashes in order, into parts of even size. Without a scratch file they are counted and heard of, and not kept. */
export const openPartsWriter = (scratch: ScratchFile | undefined, keepIds: boolean): PartsWriter => {
  let words = new Uint32Array(2 * 64)
  let ids: string[] = []
  let filled = 0
  let size = 0
  let hear: ((bytes: Uint8Array) => void) | undefined
  const whole: Whole[] = []
  const kept: Kept[] = []
  const free: Uint32Array<ArrayBuffer>[] = []

  const close = (): void => {
    if (filled === 0) return
    const hashes = toBytesInPlace(words.subarray(0, filled))
    hear?.(hashes)
    if (scratch) {
      whole.push({ hashes, ids: keepIds ? Buffer.from(JSON.stringify(ids)) : undefined, words })
      words = free.pop() ?? new Uint32Array(words.length)
    }
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

  const putPart = (hashes: Uint8Array): void => {
    close()
    hear?.(hashes)
    if (scratch) whole.push({ hashes, ids: undefined, words: undefined })
    size += hashes.length / 8
  }

  const putRun = (from: HashSet, start: number, end: number): void => {
    reserve(filled + 2 * (end - start))
    words.set(from.words.subarray(2 * start, 2 * end), filled)
    filled += 2 * (end - start)
    if (keepIds) for (let at = start; at < end; at++) ids.push(from.ids?.[at] ?? '')
    size += end - start
    if (filled === 2 * hashesPerPart) close()
  }

  const flush = async (): Promise<void> => {
    for (const part of whole.splice(0)) {
      const hashes = await (scratch as ScratchFile).append(part.hashes)
      kept.push({ hashes, ids: part.ids && (await (scratch as ScratchFile).append(part.ids)) })
      if (part.words?.length === 2 * hashesPerPart) free.push(part.words)
    }
  }

  return {
    put: (from, start, end) => {
      if (isWholePart(from, start, end)) putPart(from.bytes as Uint8Array)
      else {
        for (let at = start; at < end; ) {
          const part = Math.min(end, at + hashesPerPart - filled / 2)
          putRun(from, at, part)
          at = part
        }
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
