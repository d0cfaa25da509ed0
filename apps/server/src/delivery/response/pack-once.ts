import type { CompiledBundle } from '../bundle/compiled-bundle.ts'

/** Returns the compressed text, a promise of it, or undefined if the text is to be sent uncompressed. */
export type PackOnce<Packed extends object> = (
  bundle: CompiledBundle,
  name: string,
  pack: () => Promise<Packed>,
) => Packed | Promise<Packed | undefined> | undefined

/**
 * Compresses texts of a bundle once for all callers, in the thread pool, one per environment at a time. A caller that
 * needs a later revision meanwhile gets it uncompressed, so no request waits for more than one, and fast changes do not
 * pile up.
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
