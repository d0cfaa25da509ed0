import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import { openShared } from '../bundle/shared-texts.ts'
import { openPackOnce } from '../response/pack-once.ts'
import { type Chunk, packChunk, packedChunk, plainChunk, storedChunk } from './chunk.ts'

export type ChunkCache = {
  /** The chunk of this name that is made from a bundle, the same for all readers. */
  plain(bundle: CompiledBundle, name: string, text: () => string): Chunk
  /** The same, compressed. Undefined while it is being compressed: `onPacked` is called when it is ready. */
  packed(bundle: CompiledBundle, name: string, text: () => string): Chunk | undefined
}

/** Longer texts take too long to be compressed synchronously. */
const largeLength = 32 * 1024

export const openChunkCache = (onPacked: (bundle: CompiledBundle) => void): ChunkCache => {
  const plain = openShared<Chunk>()
  const packed = openShared<Chunk>()
  const stored = openShared<Chunk>()
  const packOnce = openPackOnce<Chunk>(onPacked)

  const large = (bundle: CompiledBundle, name: string, text: string): Chunk | undefined => {
    const chunk = packOnce(bundle, name, () => packChunk(text))
    return chunk instanceof Promise ? undefined : (chunk ?? stored(bundle, name, () => storedChunk(text)))
  }

  return {
    plain: (bundle, name, text) => plain(bundle, name, () => plainChunk(text())),
    packed: (bundle, name, text) => {
      const whole = text()
      if (whole.length > largeLength) return large(bundle, name, whole)
      return packed(bundle, name, () => packedChunk(whole))
    },
  }
}
