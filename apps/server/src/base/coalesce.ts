import { batch } from './batch.ts'

/** A batch for each key, whose callers all want the same: they share a run that begins after they called, and sees what they did. */
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
