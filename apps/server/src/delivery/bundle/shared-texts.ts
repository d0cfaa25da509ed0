import type { CompiledBundle } from './compiled-bundle.ts'

/** Values made from a bundle, by name, shared while any reader still needs them. */
export const openShared = <Made extends object>() => {
  const ofBundles = new WeakMap<CompiledBundle, Map<string, WeakRef<Made>>>()
  return (bundle: CompiledBundle, name: string, make: () => Made): Made => {
    const made = ofBundles.get(bundle) ?? new Map<string, WeakRef<Made>>()
    ofBundles.set(bundle, made)
    const known = made.get(name)?.deref()
    if (known) return known
    const one = make()
    made.set(name, new WeakRef(one))
    return one
  }
}
