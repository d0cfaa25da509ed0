import type { CompiledBundle } from '../bundle/compiled-bundle.ts'

/** Gives what was packed, a promise of it, or undefined where it is to be taken as it is. */
export type PackOnce<Packed extends object> = (
  bundle: CompiledBundle,
  name: string,
  pack: () => Promise<Packed>,
) => Packed | Promise<Packed | undefined> | undefined

/**
 * Compresses what is made of a bundle once for all who ask, by a thread of the system. One of an environment at a time:
 * whoever needs another meanwhile, of a later revision, takes it as it is. So nobody waits for more than one, and changes
 * that come faster than they can be compressed do not pile up.
 */
export const openPackOnce = <Packed extends object>(
  onPacked: (bundle: CompiledBundle) => void = () => undefined,
): PackOnce<Packed> => {
  const ofBundles = new WeakMap<CompiledBundle, Map<string, Packed | Promise<Packed | undefined>>>()
  const underWay = new Set<string>()

  return (bundle, name, pack) => {
    const made = ofBundles.get(bundle) ?? new Map<string, Packed | Promise<Packed | undefined>>()
    ofBundles.set(bundle, made)
    const known = made.get(name)
    if (known !== undefined || underWay.has(bundle.environmentId)) return known
    underWay.add(bundle.environmentId)
    const packed = pack()
      .catch(() => undefined)
      .then((one) => {
        underWay.delete(bundle.environmentId)
        if (one === undefined) made.delete(name)
        else made.set(name, one)
        onPacked(bundle)
        return one
      })
    made.set(name, packed)
    return packed
  }
}
