import { setTimeout as wait } from 'node:timers/promises'
import { conditionLimitMs } from '../../../../server/src/testing/limits.ts'

const lookMs = 10

/** Looks until there is something, and says what was missing where there never is. */
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
    // What takes long to look for is looked for less often.
    await wait(lookMs)
  }
}
