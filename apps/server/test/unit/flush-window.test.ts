import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFlushWindow } from '../../src/delivery/usage/flush-window.ts'

const noon = Date.UTC(2026, 0, 31, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: noon + 3_000 })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Collects the last milliseconds of the windows that ended. */
const open = (send = async () => true) => {
  const ends: number[] = []
  const windows = openFlushWindow({ onEnd: (lastMs) => ends.push(lastMs), send })
  return { ends, close: windows.close }
}

test('windows end with every tenth second', async () => {
  const { ends, close } = open()
  vi.advanceTimersByTime(20_000)
  expect(ends).toEqual([noon + 9_999, noon + 19_999])
  await close()
})

test.each([
  ['ahead', 2 * 60 * 60_000],
  ['back', -2 * 60 * 60_000],
])('a clock that is set %s takes the window with it', async (_, startEpoch) => {
  const { ends, close } = open()
  vi.setSystemTime(noon + 3_000 + startEpoch)
  vi.advanceTimersByTime(7_000)
  expect(ends).toEqual([noon + startEpoch + 10_000])
  await close()
})

test.each([
  ['until it is taken', 2, 2],
  ['a few times where it never is', Number.POSITIVE_INFINITY, 4],
])('what is left at the end is handed over again, %s', async (_, takenAt, tries) => {
  let tried = 0
  const { close } = open(async () => ++tried >= takenAt)
  const closing = close()
  await vi.advanceTimersByTimeAsync(60_000)
  await closing
  expect(tried).toBe(tries)
})
