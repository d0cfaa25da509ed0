import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestFlags } from './support/flags.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('EventSource', undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Flags of a service that answers with this status at first, and has no stream. */
const openAsking = (first: number) => {
  const state = { status: first }
  const atMs: number[] = []
  const fetch = async () => {
    atMs.push(performance.now())
    if (state.status === 200) return Response.json({ results: {}, meta: { environmentId: 'env_test' } })
    return new Response(null, { status: state.status })
  }
  const flags = openTestFlags({ fetch, flags: ['a'] })
  const told: string[] = []
  flags.on('error', ({ error }) => told.push(error.code))
  const waits = () => atMs.slice(1).map((ms, at) => Math.round((ms - (atMs[at] as number)) / 1_000))
  return { state, waits, told }
}

test('a key that stays refused is asked with less and less often, up to minutes, and told once', async () => {
  const { waits, told } = openAsking(401)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(waits().slice(0, 8)).toEqual([10, 20, 40, 80, 160, 300, 300, 300])
  expect(told).toEqual(['KEY_REFUSED'])
})

test('a key that is taken again is asked with as often as any other', async () => {
  const { state, waits } = openAsking(401)
  await vi.advanceTimersByTimeAsync(3_600_000)
  state.status = 200
  await vi.advanceTimersByTimeAsync(600_000)
  expect(waits().slice(-5)).toEqual([10, 10, 10, 10, 10])
})
