type Ordered<Key, Item> = { key: Key; item: Item; isInCircle: boolean }

/**
 * Items after all that they name, one at a time and without going deep, however long their chains are. Those that go
 * round in a circle, or need one that does, come last.
 */
export function* inOrder<Item, Key extends string = string>(
  items: ReadonlyMap<Key, Item>,
  namesOf: (item: Item) => readonly Key[],
): Generator<Ordered<Key, Item>> {
  /** By item, how many of its names are still missing; by name, the items that wait for it. */
  const missing = new Map<Key, number>()
  const waiting = new Map<Key, Key[]>()
  const ready: Key[] = []
  for (const [key, item] of items) {
    const names = namesOf(item).filter((name) => items.has(name))
    if (names.length === 0) ready.push(key)
    else missing.set(key, names.length)
    for (const name of names) {
      const others = waiting.get(name)
      if (others) others.push(key)
      else waiting.set(name, [key])
    }
  }
  // Grows while it is gone through.
  for (const key of ready) {
    yield { key, item: items.get(key) as Item, isInCircle: false }
    for (const other of waiting.get(key) ?? []) {
      const left = (missing.get(other) ?? 0) - 1
      missing.set(other, left)
      if (left === 0) ready.push(other)
    }
  }
  for (const [key, left] of missing) {
    if (left > 0) yield { key, item: items.get(key) as Item, isInCircle: true }
  }
}
