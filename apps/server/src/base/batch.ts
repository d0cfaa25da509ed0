import { AsyncLocalStorage } from 'node:async_hooks'

type Waiting<Item, Result> = {
  item: Item
  answer: PromiseWithResolvers<Result>
  /** Runs work in the trace of the caller. */
  within: <Done>(work: () => Done) => Done
}

/** Returns the results in the order of the items, or reports single items as failed. If it throws, all have failed. */
type Run<Item, Result> = (
  items: readonly Item[],
  failed: (item: Item, error: unknown) => void,
) => Promise<readonly Result[]> | Promise<void>

type Options<Item> = {
  /** The most runs at the same time. */
  maxRunning?: number
  /** The maximum size of a run, as the sum of `sizeOf`; a run has one item in any case. */
  maxSize?: number
  sizeOf?: (item: Item) => number
  /** When a run begins. The default is the next turn of the event loop, after all items that arrive in this one. */
  schedule?: (start: () => void) => void
  onIdle?: () => void
}

/**
 * Combines the items of many callers into shared runs: items that arrive during a run go into the next. A run belongs to the
 * trace of its first caller, not to that of the run before, which starts it.
 */
export const batch = <Item, Result = void>(
  run: Run<Item, Result>,
  {
    maxRunning = 1,
    maxSize = Number.POSITIVE_INFINITY,
    sizeOf = () => 1,
    schedule = setImmediate,
    onIdle = () => undefined,
  }: Options<Item> = {},
) => {
  const waiting: Waiting<Item, Result>[] = []
  const running = new Set<Promise<void>>()

  const take = (): Waiting<Item, Result>[] => {
    let size = 0
    const count = waiting.findIndex(({ item }) => {
      size += sizeOf(item)
      return size > maxSize
    })
    return waiting.splice(0, count === -1 ? waiting.length : Math.max(1, count))
  }

  const runNext = async (): Promise<void> => {
    const taken = take()
    const errors = new Map<Item, unknown>()
    try {
      const items = taken.map(({ item }) => item)
      const results = (await taken[0]?.within(() => run(items, (item, error) => errors.set(item, error)))) ?? []
      for (const [at, { item, answer }] of taken.entries()) {
        if (errors.has(item)) answer.reject(errors.get(item))
        else answer.resolve(results[at] as Result)
      }
    } catch (error) {
      for (const { answer } of taken) answer.reject(error)
    }
  }

  const start = (): void => {
    while (waiting.length > 0 && running.size < maxRunning) {
      const one: Promise<void> = runNext().finally(() => {
        running.delete(one)
        if (waiting.length > 0) schedule(start)
        else if (running.size === 0) onIdle()
      })
      running.add(one)
    }
  }

  return {
    add: (item: Item): Promise<Result> => {
      const answer = Promise.withResolvers<Result>()
      waiting.push({ item, answer, within: AsyncLocalStorage.snapshot() })
      if (waiting.length === 1) schedule(start)
      return answer.promise
    },
    /** Resolves when nothing waits and nothing runs. */
    idle: async (): Promise<void> => {
      while (waiting.length + running.size > 0) {
        start()
        await Promise.all(running)
      }
    },
  }
}
