import { expect, vi } from 'vitest'

/** How long passed between one request and the next, in the time of the promises. */
export const waitsOf = (asked: readonly { atMs: number }[], scale: number): number[] =>
  asked.slice(1).map(({ atMs }, before) => (atMs - (asked[before]?.atMs ?? 0)) / scale)

/**
 * Waits until a client stayed away for that long: unasked, none does. On a busy machine a request may be given up before its answer
 * is there, and then the next one comes sooner.
 */
export const waitedFor = (asked: () => readonly { atMs: number }[], scale: number, ms: number) =>
  vi.waitFor(() => {
    const waits = waitsOf(asked(), scale)
    expect(waits).not.toEqual([])
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(ms * 0.98)
    return Math.max(...waits)
  })
