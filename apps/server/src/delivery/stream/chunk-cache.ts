import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import { openShared } from '../bundle/shared-texts.ts'
import { openPackOnce } from '../response/pack-once.ts'
import { type Piece, packedPiece, packPiece, plainPiece, storedPiece } from './chunk.ts'

export type Pieces = {
  /** What is made of a bundle, by name: the same piece for everybody. */
  plain(bundle: CompiledBundle, name: string, text: () => string): Piece
  /** Undefined while it is being compressed: `onPacked` tells when it is there. */
  packed(bundle: CompiledBundle, name: string, text: () => string): Piece | undefined
}

/** More than this takes too long to be compressed in between. */
const largeLength = 32 * 1024

export const openPieces = (onPacked: (bundle: CompiledBundle) => void): Pieces => {
  const plain = openShared<Piece>()
  const packed = openShared<Piece>()
  const stored = openShared<Piece>()
  const packOnce = openPackOnce<Piece>(onPacked)

  const large = (bundle: CompiledBundle, name: string, text: string): Piece | undefined => {
    const piece = packOnce(bundle, name, () => packPiece(text))
    return piece instanceof Promise ? undefined : (piece ?? stored(bundle, name, () => storedPiece(text)))
  }

  return {
    plain: (bundle, name, text) => plain(bundle, name, () => plainPiece(text())),
    packed: (bundle, name, text) => {
      const whole = text()
      if (whole.length > largeLength) return large(bundle, name, whole)
      return packed(bundle, name, () => packedPiece(whole))
    },
  }
}
