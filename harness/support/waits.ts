import { expect, vi } from 'vitest'

/** The times between requests, converted back to unscaled time. */
export const waitsOf = (asked: readonly { atMs: number }[], scale: number): number[] =>
  asked.slice(1).map(({ atMs }, before) => (atMs - (asked[before]?.atMs ?? 0)) / scale)

/**
 * Waits until a client has paused for this long, which it only does if the service asks for it. On a busy machine a request may
 * time out before its response arrives, and the next one follows sooner; so one long pause is enough.
 */
export const waitedFor = (asked: () => readonly { atMs: number }[], scale: number, ms: number) =>
  vi.waitFor(() => {
    const waits = waitsOf(asked(), scale)
    expect(waits).not.toEqual([])
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(ms * 0.98)
    return Math.max(...waits)
  })
