import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

test('what is not there yet is asked for soon at first, and less often later', async () => {
  const rests: number[] = []
  let lastMs = performance.now()
  await vi.waitFor(() => {
    rests.push(performance.now() - lastMs)
    lastMs = performance.now()
    expect(rests).toHaveLength(8)
  })
  // A slow machine may wait longer, but never less.
  const least = [0, 5, 10, 20, 40, 80, 100, 100]
  for (const [at, ms] of least.entries()) expect(Math.ceil(rests[at] ?? 0)).toBeGreaterThanOrEqual(ms - 1)
})

test('what never becomes true fails with what was wrong last, also where an answer never comes', async () => {
  let times = 0
  const failing = vi.waitFor(() => expect(++times).toBe(0), { timeout: 50 })
  await expect(failing).rejects.toThrow(/to be \+?0/)
  await expect(vi.waitFor(() => new Promise(() => undefined), { timeout: 50 })).rejects.toThrow('in time')
})

test('waiting until something is there ends with it, and with whatever is thrown', async () => {
  const found = [undefined, undefined, 'it']
  expect(await vi.waitUntil(() => found.shift())).toBe('it')
  await expect(vi.waitUntil(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(vi.waitUntil(() => undefined, { timeout: 50 })).rejects.toThrow('Timed out')
})

test('with a clock that stands still, waiting moves it, and an interval that is given is kept', async () => {
  vi.useFakeTimers({ now: 0 })
  const times: number[] = []
  await vi.waitFor(() => expect(times.push(Date.now())).toBe(3), { interval: 20 })
  expect(times).toEqual([20, 40, 60])
})
