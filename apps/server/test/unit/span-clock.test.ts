import { expect, test } from 'vitest'
import { openSpanClocks } from '../../src/otlp/clock.ts'

/** Clocks that move only when the test moves them, or when the process is interrupted between reading them. */
const openClocks = () => {
  const clocks = { sinceMs: 0, setAheadMs: 0, interruptedMs: 0 }
  const start = openSpanClocks({
    sinceStartMs: () => clocks.sinceMs,
    nowMs: () => {
      clocks.sinceMs += clocks.interruptedMs
      return performance.timeOrigin + clocks.sinceMs + clocks.setAheadMs
    },
  })
  const begin = () => {
    const read = start()
    return () => read() - performance.timeOrigin
  }
  return { clocks, begin, read: () => begin()() }
}

test('a process that is interrupted while it compares clocks keeps its time', () => {
  const { clocks, read } = openClocks()
  expect(read()).toBeCloseTo(0)
  clocks.sinceMs = 2_000
  clocks.interruptedMs = 30
  expect(read()).toBeCloseTo(2_030)
  clocks.interruptedMs = 0
  expect(read()).toBeCloseTo(2_030)
})

test('a clock that was set is followed', () => {
  const { clocks, read } = openClocks()
  expect(read()).toBeCloseTo(0)
  clocks.setAheadMs = 60_000
  expect(read()).toBeCloseTo(0)
  clocks.sinceMs = 1_000
  expect(read()).toBeCloseTo(61_000)
})

test('a clock that is set during a trace does not reorder its spans', () => {
  const { clocks, begin } = openClocks()
  clocks.sinceMs = 500
  const read = begin()
  expect(read()).toBeCloseTo(500)
  clocks.setAheadMs = -25
  clocks.sinceMs = 2_000
  expect(read()).toBeCloseTo(2_000)
  expect(begin()()).toBeCloseTo(1_975)
})
