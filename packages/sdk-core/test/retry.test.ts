import { expect, test } from 'vitest'
import { retryMs } from '../src/index.ts'

test('attempts are twice as far apart each time, spread, and never further than said', () => {
  const spread = (attempt: number) => Array.from({ length: 200 }, () => retryMs(attempt, 1_500))
  for (const [attempt, max] of [100, 200, 400, 800, 1_500, 1_500].entries()) {
    const waits = spread(attempt)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(max / 2)
    expect(Math.max(...waits)).toBeLessThanOrEqual(max)
    expect(new Set(waits).size).toBeGreaterThan(100)
  }
})
