type Ordered<Key, Item> = { key: Key; item: Item; isInCircle: boolean }

/**
 * Yields each item after all items that it names, without recursion, since chains may be long. Items that are in a cycle, or
 * need one that is, come last.
 */
export function* inOrder<Item, Key extends string = string>(
  items: ReadonlyMap<Key, Item>,
  namesOf: (item: Item) => readonly Key[],
): Generator<Ordered<Key, Item>> {
  /** The number of unresolved names of each item, and the items that wait for each name. */
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
  // The list grows during the iteration.
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
