/** What was looked up lately, by the hash of what was sent. */
export type Tried = {
  /** Which says nothing of whether it still would. */
  hasWorked(hash: string): boolean
  /** A moment ago. */
  hasFailed(hash: string): boolean
  worked(hash: string): void
  failed(hash: string): void
}

const maxHashes = 10_000
/** A program with a key that has expired sends it again and again. */
const failedMs = 30_000

/** Remembers recently checked credentials. Failed ones, which strangers can send, never displace valid ones. */
export const openTried = (nowMs: () => number): Tried => {
  const successes = new Map<string, number>()
  const failures = new Map<string, number>()
  const keep = (hashes: Map<string, number>, hash: string): void => {
    hashes.delete(hash)
    hashes.set(hash, nowMs())
    if (hashes.size > maxHashes) hashes.delete(hashes.keys().next().value as string)
  }
  return {
    hasWorked: (hash) => successes.has(hash),
    hasFailed: (hash) => nowMs() - (failures.get(hash) ?? Number.NEGATIVE_INFINITY) < failedMs,
    worked: (hash) => keep(successes, hash),
    failed: (hash) => {
      successes.delete(hash)
      keep(failures, hash)
    },
  }
}
