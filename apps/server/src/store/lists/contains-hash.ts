import { setIn } from '../../rules/lists/hash-bytes.ts'
import { isHashAt, placeIn } from '../../rules/lists/hash-set.ts'
import type { Tables } from '../store.ts'
import type { ListVersion } from '../tables/list-versions.ts'

/** Tells whether a version of a list has a hash: the latest change of that hash decides, or else the whole list before. */
export const containsHash = async (
  { listParts }: Pick<Tables, 'listParts'>,
  { chain: [whole, ...versions] }: ListVersion,
  high: number,
  low: number,
): Promise<boolean> => {
  const isIn = (bytes: Uint8Array): boolean => {
    const set = setIn(bytes)
    return isHashAt(set, placeIn(set, high, low), high, low)
  }
  const hash = [high, low].map((half) => half.toString(16).padStart(8, '0')).join('')
  const changes = (await listParts.around(versions, hash)).filter(({ hashes }) => isIn(hashes))
  for (const version of versions.toReversed()) {
    const change = changes.find(({ ownerId }) => ownerId === version)
    if (change) return change.kind === 'added'
  }
  const part = await listParts.wholeAround(whole, hash)
  return part !== undefined && isIn(part)
}
