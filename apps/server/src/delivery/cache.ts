/** What is known under a key, since when; `value` is undefined where the edge has nothing. */
type Entry<Value> = { value: Value | undefined; loadedAtMs: number; loading: boolean }

export type Cached<Value> = { value: Value | undefined; loadedAtMs: number }

export type Cache<Value> = {
  /** At once, for what is known: an expired entry is served while it is refreshed behind it. */
  peek(key: string): Cached<Value> | undefined
  /** Waits for the edge, where nothing is known; concurrent callers share one read. Fails where it cannot be read. */
  load(key: string): Promise<Cached<Value>>
  /** After a notice. What nobody here asked for is not read. */
  refresh(key: string): void
}

export type CacheOptions<Value> = {
  read: (key: string) => Promise<Value | undefined>
  nowMs: () => number
  onError: (error: unknown) => void
  ttlMs: number
  /** The least recently used leave first. */
  most: number
}

/** The edge's values in memory. One that cannot be refreshed goes on being served: a dead edge takes nothing known away. */
export const openCache = <Value>({ read, nowMs, onError, ttlMs, most }: CacheOptions<Value>): Cache<Value> => {
  const entries = new Map<string, Entry<Value>>()
  const loads = new Map<string, Promise<Cached<Value>>>()

  const keep = (key: string, value: Value | undefined): Entry<Value> => {
    const entry = { value, loadedAtMs: nowMs(), loading: false }
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size > most) entries.delete(entries.keys().next().value as string)
    return entry
  }

  const load = (key: string): Promise<Cached<Value>> => {
    const shared = loads.get(key)
    if (shared) return shared
    const loading = read(key)
      .then((value) => keep(key, value))
      .finally(() => loads.delete(key))
    loads.set(key, loading)
    return loading
  }

  const refresh = (key: string): void => {
    const entry = entries.get(key)
    if (!entry || entry.loading) return
    entry.loading = true
    read(key).then(
      (value) => keep(key, value),
      (error) => {
        // Tried again after another lifetime, and served until then.
        entry.loading = false
        onError(error)
      },
    )
  }

  return {
    peek: (key) => {
      const entry = entries.get(key)
      if (entry && nowMs() - entry.loadedAtMs > ttlMs) refresh(key)
      return entry
    },
    load,
    refresh,
  }
}
