/**
 * One run at a time for each key, and callers that come while one is under way share the next: it begins after they
 * called, so it sees what they did.
 */
export const coalesce = <Key, Result>(run: (key: Key) => Promise<Result>): ((key: Key) => Promise<Result>) => {
  const running = new Map<Key, Promise<Result>>()
  const waiting = new Map<Key, Promise<Result>>()

  const begin = (key: Key): Promise<Result> => {
    waiting.delete(key)
    const result = run(key).finally(() => {
      if (running.get(key) === result) running.delete(key)
    })
    running.set(key, result)
    return result
  }

  return (key) => {
    const joined = waiting.get(key)
    if (joined) return joined
    const before = running.get(key)
    if (!before) return begin(key)
    const next = before.then(
      () => begin(key),
      () => begin(key),
    )
    waiting.set(key, next)
    return next
  }
}
