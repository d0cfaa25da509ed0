import type { Extent, ScratchFile } from '../../base/scratch-file.ts'
import { toBytesInPlace } from '../../rules/lists/hash-bytes.ts'
import { type HashSet, halfAt } from '../../rules/lists/hash-set.ts'
import type { ListPart } from '../../store/tables/list-parts.ts'

/** 256 KiB of hashes. */
export const hashesPerPart = 32_768
/** Fewer hashes than this are copied one by one. */
const shortRun = 256

export type PartsWriter = {
  /** Takes the hashes of a set from `start` up to `end`. */
  put(from: HashSet, start: number, end: number): void
  onPart(hear: (bytes: Uint8Array) => void): void
  /** Writes full parts to the scratch file. */
  flush(): Promise<void>
  end(): Promise<void>
  size(): number
  /** The bytes of everything that is kept. */
  bytes(): number
  /** The parts in order. Fails without a scratch file. */
  parts(): AsyncGenerator<ListPart>
}

type Kept = { hashes: Extent; ids: Extent | undefined }
/** A full part that is not in the scratch file yet, and its memory, which is used again once it is. */
type Whole = { hashes: Uint8Array; ids: Buffer | undefined; words: Uint32Array<ArrayBuffer> | undefined }

/** Collects hashes, in order, into parts of even size. Without a scratch file it counts and reports them and keeps none. */
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

  /**
   * Tells whether hashes can be passed on as the bytes that they are: a whole part of another version. What is not kept need
   * not be even, so there any run can.
   */
  const isPassedOn = ({ bytes }: HashSet, start: number, end: number): boolean => {
    if (bytes === undefined) return false
    if (scratch === undefined) return end - start >= shortRun
    return filled === 0 && start === 0 && end === hashesPerPart && end === bytes.length / 8 && !keepIds
  }

  const passOn = (hashes: Uint8Array): void => {
    close()
    hear?.(hashes)
    if (scratch) whole.push({ hashes, ids: undefined, words: undefined })
    size += hashes.length / 8
  }

  const putHash = (from: HashSet, at: number): void => {
    words[filled++] = halfAt(from, 2 * at)
    words[filled++] = halfAt(from, 2 * at + 1)
  }

  const putRun = (from: HashSet, start: number, end: number): void => {
    reserve(filled + 2 * (end - start))
    // Few hashes of a large part are not worth making words of all of it.
    if (from.bytes && end - start < shortRun) for (let at = start; at < end; at++) putHash(from, at)
    else {
      words.set(from.words.subarray(2 * start, 2 * end), filled)
      filled += 2 * (end - start)
    }
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
      if (isPassedOn(from, start, end)) passOn((from.bytes as Uint8Array).subarray(8 * start, 8 * end))
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
