import type { CompiledBundle } from './compiled-bundle.ts'

/** What is made of a bundle, by name, for as long as somebody has yet to take it: the same for everybody. */
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
