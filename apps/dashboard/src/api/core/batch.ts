import { inChunks } from './in-chunks.ts'

/** Long enough to collect everything that comes into view together, too short to be noticed. */
const batchMs = 20

type Waiting<Item> = PromiseWithResolvers<Item | null>

/** Loads items by id, and sends all ids that are asked for within a moment in one request. Unknown ids are null. */
export const batched = <Item>(
  load: (ids: readonly string[]) => Promise<readonly Item[]>,
  idOf: (item: Item) => string,
): ((id: string) => Promise<Item | null>) => {
  let waiting = new Map<string, Waiting<Item>>()

  const ask = async (ids: readonly string[], asked: ReadonlyMap<string, Waiting<Item>>): Promise<void> => {
    try {
      const found = new Map((await load(ids)).map((item) => [idOf(item), item]))
      for (const id of ids) asked.get(id)?.resolve(found.get(id) ?? null)
    } catch (error) {
      for (const id of ids) asked.get(id)?.reject(error)
    }
  }
  const askAll = (): void => {
    const asked = waiting
    waiting = new Map()
    for (const ids of inChunks([...asked.keys()])) void ask(ids, asked)
  }

  return (id) => {
    const known = waiting.get(id)
    if (known) return known.promise
    if (waiting.size === 0) setTimeout(askAll, batchMs)
    const one = Promise.withResolvers<Item | null>()
    waiting.set(id, one)
    return one.promise
  }
}
