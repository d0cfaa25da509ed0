import type { FlagType, FlagValue, Share } from '@bunting/engine'
import { byHand } from '../shared/by-hand.ts'

export type Part = { variant: string; weight: number }

/**
 * The shares of a split, in the source's order. Each variant may occur once, and a boolean flag has only two: adjacent parts
 * with the same answer are merged, and others with the same answer cannot be converted.
 */
export const sharesOf = (
  parts: readonly Part[],
  type: FlagType,
  valueFor: (variant: string) => FlagValue,
): { variant: string; weight: number }[] => {
  const shares: Share[] = []
  for (const { variant, weight } of parts) {
    if (weight <= 0) continue
    const name = type === 'boolean' ? String(valueFor(variant)) : variant
    const last = shares.at(-1)
    if (last?.variant === name) shares[shares.length - 1] = { variant: name, weight: last.weight + weight }
    else if (shares.some((share) => share.variant === name)) {
      byHand('nested-fraction', `${name} has two shares that are apart from each other.`)
    } else shares.push({ variant: name, weight })
  }
  return shares
}
