type Waiting<Item> = { item: Item; resolve(): void; reject(error: unknown): void }

/**
 * For callers with one item each what is cheaper for many: those of the same turn of the loop are worked on together.
 * The work says which items failed; where it fails itself, all did.
 */
export const gather = <Item>(
  work: (items: readonly Item[], failed: (item: Item, error: unknown) => void) => Promise<void>,
): ((item: Item) => Promise<void>) => {
  let waiting: Waiting<Item>[] = []

  const run = async (): Promise<void> => {
    const all = waiting
    waiting = []
    const errors = new Map<Item, unknown>()
    try {
      const items = all.map(({ item }) => item)
      await work(items, (item, error) => errors.set(item, error))
    } catch (error) {
      for (const { item } of all) errors.set(item, error)
    }
    for (const { item, resolve, reject } of all) {
      if (errors.has(item)) reject(errors.get(item))
      else resolve()
    }
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.push({ item, resolve, reject })
    if (waiting.length === 1) setImmediate(run)
    return promise
  }
}
