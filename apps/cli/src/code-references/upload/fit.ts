import { limits } from '@bunting/contract'
import type { Reference, ScannedFlag } from '../scan/scan.ts'

export type Fitting = {
  references: Reference[]
  /** The maximum number of references per flag that fit. */
  perFlag: number
  /** Whether lines of code were omitted because they did not fit. */
  withoutText: boolean
}

/** The bytes reserved for the JSON besides the references. */
const restBytes = 64 * 1024

/**
 * Chooses the references that fit into an upload. Each flag keeps its first ones, so that no referenced flag looks unused.
 * Returns undefined if not even one reference per flag fits.
 */
export const fitReferences = (flags: readonly ScannedFlag[]): Fitting | undefined => {
  const withText = flags.some(({ references }) => references.some(({ text }) => text !== undefined))
  const bare = withText ? flags.map(withoutText) : flags
  const most = mostPerFlag(bare)
  if (most === 0) return undefined
  // Lines of code matter less than the references themselves.
  const keepText = withText && bytesOf(flags, most) <= limits.codeReferencesBodyBytes - restBytes
  return {
    references: (keepText ? flags : bare).flatMap(({ references }) => references.slice(0, most)),
    perFlag: most,
    withoutText: withText && !keepText,
  }
}

const withoutText = (flag: ScannedFlag): ScannedFlag => ({
  ...flag,
  references: flag.references.map(({ text: _, ...reference }) => reference),
})

const mostPerFlag = (flags: readonly ScannedFlag[]): number => {
  let [low, high] = [0, limits.flagReferences as number]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (hasRoom(flags, middle)) low = middle
    else high = middle - 1
  }
  return low
}

const hasRoom = (flags: readonly ScannedFlag[], most: number): boolean =>
  flags.reduce((sum, { references }) => sum + Math.min(references.length, most), 0) <= limits.codeReferences &&
  bytesOf(flags, most) <= limits.codeReferencesBodyBytes - restBytes

const bytesOf = (flags: readonly ScannedFlag[], most: number): number =>
  Buffer.byteLength(JSON.stringify(flags.flatMap(({ references }) => references.slice(0, most))))
