import { expect, test } from 'vitest'
import { retryAfterMs, retryMs } from '../src/index.ts'

test('attempts are twice as far apart each time, spread, and never further than said', () => {
  const spread = (attempt: number) => Array.from({ length: 200 }, () => retryMs(attempt, 1_500))
  for (const [attempt, max] of [100, 200, 400, 800, 1_500, 1_500].entries()) {
    const waits = spread(attempt)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(max / 2)
    expect(Math.max(...waits)).toBeLessThanOrEqual(max)
    expect(new Set(waits).size).toBeGreaterThan(100)
  }
})

const now = 'Wed, 18 Nov 2026 06:00:00 GMT'

test.each([
  ['5', 5_000],
  ['0', 0],
  ['-1', 0],
  ['abc', 0],
  ['', 0],
  ['99999', 60_000],
  ['Wed, 18 Nov 2026 06:00:07 GMT', 7_000],
  ['Wed, 18 Nov 2026 05:59:00 GMT', 0],
  ['Thu, 19 Nov 2026 06:00:00 GMT', 60_000],
  ['sometime GMT', 0],
])('Retry-After: %s is %i ms', (retryAfter, ms) => {
  const headers = { date: now, 'retry-after': retryAfter }
  expect(retryAfterMs(new Response('', { status: 503, headers }))).toBe(ms)
})

test('Retry-After as a date is by this clock where the answer says nothing of its own', () => {
  const inHalfAMinute = new Date(Date.now() + 30_000).toUTCString()
  const ms = retryAfterMs(new Response('', { status: 503, headers: { 'retry-after': inHalfAMinute } }))
  expect(ms).toBeGreaterThan(0)
  expect(ms).toBeLessThanOrEqual(30_000)
})
