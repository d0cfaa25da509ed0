import { setTimeout as wait } from 'node:timers/promises'
import { conditionLimitMs } from '../../../../server/src/testing/limits.ts'

const lookMs = 10

/** Polls until something is found, and fails with what was missing if it never is. */
export const until = async <Found>(
  look: () => Found | undefined,
  describe: () => string,
  limitMs: number = conditionLimitMs,
): Promise<Found> => {
  const sinceMs = performance.now()
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (performance.now() - sinceMs > limitMs) throw new Error(describe())
    // Waits after each attempt, so a slow check runs less often.
    await wait(lookMs)
  }
}
