/** The credentials that were checked lately, by their hashes. */
export type Tried = {
  /** Tells whether it was valid when it was last checked; it may not be any more. */
  hasWorked(hash: string): boolean
  /** Tells whether it was refused a moment ago. */
  hasFailed(hash: string): boolean
  worked(hash: string): void
  failed(hash: string): void
}

const maxHashes = 10_000
/** How long a refusal is remembered: a program with an expired key sends it again and again. */
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
