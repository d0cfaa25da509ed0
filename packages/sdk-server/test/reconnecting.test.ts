import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bundle } from './support/bundle.ts'
import { openTestFlags } from './support/flags.ts'
import { recordedFetch } from './support/recorded-fetch.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The time after which the next stream is requested, roughly, for a given random number. */
const askedAgainAfter = async (random: number, answer: () => Response, times = 1): Promise<number> => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const atMs: number[] = []
  const { fetch } = recordedFetch((path) => {
    if (path !== '/v1/stream') return new Response(null, { status: 304 })
    atMs.push(performance.now())
    return answer()
  })
  const flags = openTestFlags({ fetch, bootstrap: bundle({}) })
  while (atMs.length <= times) await vi.advanceTimersByTimeAsync(10)
  await flags.close()
  const [last = 0, next = 0] = atMs.slice(-2)
  return Math.floor((next - last) / 200) * 200
}

test('who is refused stays away for as long as asked, and a fleet does not come back in the same second', async () => {
  const refused = () => new Response('', { status: 503, headers: { 'retry-after': '5' } })
  expect(await askedAgainAfter(0, refused)).toBe(5_000)
  expect(await askedAgainAfter(0.4, refused)).toBe(7_000)
  expect(await askedAgainAfter(0.8, refused)).toBe(9_000)
  const refusedForLong = () => new Response('', { status: 503, headers: { 'retry-after': '30' } })
  expect(await askedAgainAfter(0, refusedForLong, 8)).toBe(30_000)
})

test('streams that all end at once come back over a while', async () => {
  const heard = new TextEncoder().encode(':\n\n')
  const endsAfter2s = () => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(heard)
        setTimeout(() => controller.close(), 2_000)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  expect(await askedAgainAfter(0, endsAfter2s)).toBe(2_000)
  expect(await askedAgainAfter(0.4, endsAfter2s)).toBe(2_600)
  expect(await askedAgainAfter(0.8, endsAfter2s)).toBe(3_200)
})

test('a key that stays refused is asked with less and less often, up to minutes, and told once', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const atMs: number[] = []
  let isRefused = true
  const { fetch } = recordedFetch((path) => {
    if (path === '/v1/stream') atMs.push(performance.now())
    return new Response(null, { status: isRefused ? 401 : 503 })
  })
  const flags = openTestFlags({ fetch })
  const told: string[] = []
  flags.on('error', ({ error }) => told.push(error.code))
  await vi.advanceTimersByTimeAsync(3_600_000)
  const waits = atMs.slice(1).map((ms, at) => Math.round((ms - (atMs[at] as number)) / 1_000))
  expect(waits.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 300, 300, 300])
  expect(told).toEqual(['KEY_REFUSED'])
  // Once the key is no longer refused, it retries as often as after any other failure.
  isRefused = false
  await vi.advanceTimersByTimeAsync(300_000)
  const before = atMs.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(atMs.length - before).toBeGreaterThan(30)
  await flags.close()
})

test('while Bunting is away it is asked every 1.5 seconds at the latest, however long that lasts', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const atMs: number[] = []
  const { fetch } = recordedFetch((path) => {
    if (path === '/v1/stream') atMs.push(performance.now())
    throw new TypeError('fetch failed')
  })
  const flags = openTestFlags({ fetch, bootstrap: bundle({}) })
  const stepMs = 10
  while (atMs.length < 20) await vi.advanceTimersByTimeAsync(stepMs)
  await flags.close()
  const waitsMs = atMs.slice(1).map((at, before) => at - (atMs[before] ?? 0))
  expect(Math.max(...waitsMs)).toBeLessThanOrEqual(1_500 + stepMs)
})
