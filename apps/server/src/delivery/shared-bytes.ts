const shared = new WeakMap<object, Map<unknown, WeakRef<Buffer>>>()

/**
 * What is made of something, by kind, as bytes: the same ones for everybody, for as long as somebody has yet to take them,
 * and not kept beyond that.
 */
export const sharedBytes = (source: object, kind: unknown, make: () => string): Buffer => {
  const made = shared.get(source) ?? new Map<unknown, WeakRef<Buffer>>()
  shared.set(source, made)
  const known = made.get(kind)?.deref()
  if (known) return known
  const bytes = Buffer.from(make())
  made.set(kind, new WeakRef(bytes))
  return bytes
}
