import { batch } from './batch.ts'

/** Callers with the same key share a run. It begins after their calls, so it sees what they did before. */
export const coalesce = <Key, Result>(run: (key: Key) => Promise<Result>): ((key: Key) => Promise<Result>) => {
  const batches = new Map<Key, ReturnType<typeof batch<undefined, Result>>>()
  const batchOf = (key: Key) =>
    batch<undefined, Result>(
      async (callers) => {
        const result = await run(key)
        return callers.map(() => result)
      },
      { schedule: (start) => start(), onIdle: () => batches.delete(key) },
    )
  return (key) => {
    const own = batches.get(key) ?? batchOf(key)
    batches.set(key, own)
    return own.add(undefined)
  }
}
