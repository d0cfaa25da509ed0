import { expect, test } from 'vitest'
import { waitForMs } from '../../src/moving-in/read/wait-for.ts'

const nowMs = Date.parse('2026-11-18T12:00:00Z')

test.for<[Record<string, string>, number]>([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Wed, 18 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Wed, 18 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon', 'x-ratelimit-reset': '3' }, 3_000],
  [{ 'x-ratelimit-reset': String(nowMs + 4_000) }, 4_000],
  [{ 'x-ratelimit-reset': String(nowMs / 1_000 + 5) }, 5_000],
  [{ 'ratelimit-reset': '6' }, 6_000],
  [{ 'retry-after': '86400' }, 300_000],
  [{}, 10_000],
])('a service that says %o is asked again after %i ms', ([headers, ms]) => {
  expect(waitForMs(new Headers(headers), nowMs)).toBe(ms)
})
