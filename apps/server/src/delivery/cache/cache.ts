export type Cached<Value> = { value: Value | undefined; loadedAtMs: number }

export type Cache<Value> = {
  /** The cached entry, if there is one. An expired entry is returned while it is refreshed in the background. */
  peek(key: string): Cached<Value> | undefined
  /** The cached value, without a refresh. */
  known(key: string): Value | undefined
  /** Waits for a read of the edge. Throws if it cannot be read, and `recall` has nothing either. */
  load(key: string): Promise<Cached<Value>>
  /** Reads an entry again after a notice. Entries that were never requested are not read. */
  refresh(key: string): void
  /** Reads all entries again, after notices may have been missed. */
  refreshAll(): void
  count(): number
  oldestSeconds(): number
}

export type CacheOptions<Value, Read> = {
  /** `known` is the cached value, given if its age is the only reason to read: it may turn out to be still current. */
  read: (key: string, known: Value | undefined) => Promise<Read | undefined>
  /** Tells whether the read value replaces the cached one: an edge that lost data may have an older one. */
  replaces: (read: Read | undefined, known: Value | undefined) => boolean
  /** Turns what was read into the value to serve, just before it is cached. Not called for reads that are not kept. */
  apply: (read: Read | undefined) => Value | undefined
  /** Called with every value that was read and cached, and with the one before it. */
  onKept?: (key: string, value: Value | undefined, before: Value | undefined) => void
  /** The fallback if nothing is cached and the edge cannot be read. */
  recall?: (key: string) => Promise<{ value: Value; ageMs: number } | undefined>
  nowMs: () => number
  onError: (error: unknown) => void
  ttlMs: number
  /** How long to wait before an edge that could not be read is read again. */
  retryMs: number
  /** The size of a value, and the maximum of all together. The size is taken when a value is cached, not when it is used. */
  bytes?: { of: (value: Value | undefined) => number; max: number }
  /** The most entries. The least recently used are evicted first. */
  maxEntries: number
}

type Entry<Value> = Cached<Value> & { usedAtMs: number; triedAtMs: number; bytes: number }
type Reading<Value> = { again: boolean; done: Promise<Cached<Value>> }

/** The most reads that a caller waits for: endless notices must not stall it. */
const maxRounds = 3
/** How exact "recently used" is: moving an entry on every use would cost more than it is worth. */
const useMs = 1_000

/** Caches the edge's values in memory. If a refresh fails, the cached value is still served: an outage loses nothing. */
export const openCache = <Value, Read>(options: CacheOptions<Value, Read>): Cache<Value> => {
  const { read, replaces, apply, onKept, recall, nowMs, onError, ttlMs, retryMs, maxEntries, bytes } = options
  const entries = new Map<string, Entry<Value>>()
  let heldBytes = 0
  const readings = new Map<string, Reading<Value>>()

  const enter = (key: string, value: Value | undefined, ageMs: number): Cached<Value> => {
    const at = nowMs()
    const entry = { value, loadedAtMs: at - ageMs, usedAtMs: at, triedAtMs: at, bytes: bytes?.of(value) ?? 0 }
    remove(key)
    entries.set(key, entry)
    heldBytes += entry.bytes
    makeRoom()
    return entry
  }

  const remove = (key: string): void => {
    heldBytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  /** Evicts the oldest entries. The latest stays, however large, since a request needs it. */
  const makeRoom = (): void => {
    for (const oldest of entries.keys()) {
      const fits = entries.size <= maxEntries && heldBytes <= (bytes?.max ?? 0)
      if (fits || entries.size === 1) return
      remove(oldest)
    }
  }

  const keep = (key: string, found: Read | undefined): Cached<Value> => {
    const known = entries.get(key)
    if (known && !replaces(found, known.value)) return known
    const value = apply(found)
    const entry = enter(key, value, 0)
    onKept?.(key, value, known?.value)
    return entry
  }

  /** Reads a key, once at a time and shared by all callers. A notice during the read makes it read once more. */
  const fetch = (key: string, known?: Value): Promise<Cached<Value>> => {
    const shared = readings.get(key)
    if (shared) return shared.done
    const untilCurrent = async (): Promise<Cached<Value>> => {
      let kept: Cached<Value> | undefined
      try {
        for (let round = 1; ; round++) {
          reading.again = false
          const found = await read(key, round === 1 ? known : undefined)
          if (!reading.again || round === maxRounds) return keep(key, found)
          // A value that a notice overtook is still newer than the cached one. A missing one is not kept: it may exist
          // by now.
          if (found !== undefined) kept = keep(key, found)
        }
      } catch (error) {
        if (kept) {
          onError(error)
          return kept
        }
        const recalled = entries.has(key) ? undefined : await recall?.(key)
        if (!recalled) throw error
        return enter(key, recalled.value, recalled.ageMs)
      } finally {
        readings.delete(key)
        if (reading.again) refresh(key)
      }
    }
    const reading: Reading<Value> = { again: false, done: Promise.resolve().then(untilCurrent) }
    readings.set(key, reading)
    return reading.done
  }

  const refresh = (key: string): void => {
    const reading = readings.get(key)
    if (reading) reading.again = true
    else if (entries.has(key)) fetch(key).catch(onError)
  }

  return {
    peek: (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      const now = nowMs()
      if (now - entry.usedAtMs > useMs) {
        entry.usedAtMs = now
        entries.delete(key)
        entries.set(key, entry)
      }
      if (now - entry.loadedAtMs > ttlMs && now - entry.triedAtMs > retryMs) {
        entry.triedAtMs = now
        if (!readings.has(key)) fetch(key, entry.value).catch(onError)
      }
      return entry
    },
    known: (key) => entries.get(key)?.value,
    load: (key) => fetch(key),
    refresh,
    count: () => entries.size,
    oldestSeconds: () => {
      const now = nowMs()
      return entries.values().reduce((oldest, { loadedAtMs }) => Math.max(oldest, now - loadedAtMs), 0) / 1_000
    },
    refreshAll: () => {
      for (const key of [...entries.keys()]) refresh(key)
    },
  }
}
