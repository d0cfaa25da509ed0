import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { array, assert, property, uint8Array } from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CompiledBundle } from '../../src/delivery/bundle/compiled-bundle.ts'
import { combine, sumOf } from '../../src/delivery/stream/crc.ts'
import { openHeartbeats } from '../../src/delivery/stream/heartbeats.ts'
import { openReconnectPacing } from '../../src/delivery/stream/reconnect-pacing.ts'
import { openStreamQuota } from '../../src/delivery/stream/stream-quota.ts'
import { openSubscribers } from '../../src/delivery/stream/subscribers.ts'
import { openTimeSlicer } from '../../src/delivery/stream/time-slicer.ts'
import type { EdgeKey } from '../../src/edge/edge.ts'

const bundleOf = (revision: number) => ({ revision }) as CompiledBundle

/** Subscribers that each take this long to be told. */
const openSlow = (ms: number) => {
  const told = new Map<number, number[]>()
  const tell = (listener: number, { revision }: CompiledBundle): void => {
    const until = performance.now() + ms
    while (performance.now() < until);
    told.set(listener, [...(told.get(listener) ?? []), revision])
  }
  const count = () => [...told.values()].flat().length
  /** Waits until at least one more was told. */
  const slice = async (): Promise<void> => {
    for (const before = count(); count() === before; ) await setImmediate()
  }
  return { told, count, slice, audience: openSubscribers(openTimeSlicer(), tell) }
}

test('a crowd is told in turns, between which others have theirs', async () => {
  const { told, audience } = openSlow(0.5)
  for (let n = 0; n < 100; n++) audience.listeners.add(n)
  audience.announce(bundleOf(1))
  let turns = 0
  for (; told.size < 100; turns++) await setImmediate()
  expect(turns).toBeGreaterThan(5)
  expect(new Set([...told.values()].flat())).toEqual(new Set([1]))
})

test('changes that come faster than all can be told leave nobody out, and skip what is over', async () => {
  const { told, slice, audience } = openSlow(0.5)
  for (let n = 0; n < 100; n++) audience.listeners.add(n)
  let revision = 0
  // Each announcement comes before a tenth of the subscribers was told.
  for (let turn = 0; turn < 100; turn++) {
    audience.announce(bundleOf(++revision))
    await slice()
  }
  expect(told.size, 'also those at the end').toBe(100)
  await vi.waitFor(() => expect([...told.values()].every((each) => each.at(-1) === revision)).toBe(true))
  expect([...told.values()].every((each) => each.length < revision / 2)).toBe(true)
})

test('who leaves while a crowd is told, or comes, does not keep others from being told', async () => {
  const { told, count, slice, audience } = openSlow(0.2)
  for (let n = 0; n < 100; n++) audience.listeners.add(n)
  audience.announce(bundleOf(1))
  for (let n = 0; n < 50; n++) {
    if (n % 5 === 0) await slice()
    audience.listeners.delete(2 * n)
    audience.listeners.add(1_000 + n)
  }
  await vi.waitFor(() => {
    for (let n = 0; n < 50; n++) expect(told.get(2 * n + 1)).toEqual([1])
    // All of them: nobody is left to be told when the next test stops the clock.
    expect(count()).toBe(100)
  })
})

test('beats come every 15 seconds from when each began', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const beatsOf = new Map<number, number[]>()
  const heartbeats = openHeartbeats<number>(openTimeSlicer(), (began) => beatsOf.get(began)?.push(performance.now()))
  for (let n = 0; n < 600; n++) {
    if (n % 10 === 0 && n < 100) {
      beatsOf.set(performance.now(), [])
      heartbeats.add(performance.now())
    }
    await vi.advanceTimersByTimeAsync(117)
  }
  heartbeats.close()
  for (const [began, beats] of beatsOf) {
    expect(beats.length).toBeGreaterThan(2)
    for (const [index, at] of beats.entries()) {
      expect(Math.abs(at - began - 15_000 * (index + 1)), `beat ${index} of what began at ${began}`).toBeLessThan(400)
    }
  }
})

test('all who come at once are let in evenly, the last of them told to wait for those before', () => {
  let nowMs = 0
  const pacing = openReconnectPacing(() => nowMs)
  /** The time of each reader's next attempt; undefined once it is admitted. */
  const readers: (number | undefined)[] = Array.from({ length: 20_000 }, () => 0)
  const admitted: number[] = []
  for (; readers.some((at) => at !== undefined); nowMs += 10) {
    for (const [index, at] of readers.entries()) {
      if (at === undefined || at > nowMs) continue
      const waitSeconds = pacing.ask()
      // With some jitter, like the SDKs.
      readers[index] = waitSeconds === 0 ? undefined : nowMs + waitSeconds * (1_000 + ((index * 37) % 250))
      if (waitSeconds === 0) admitted.push(nowMs)
    }
  }
  expect(admitted).toHaveLength(20_000)
  expect(nowMs, 'a thousand a second, or nearly').toBeLessThan(30_000)
  const inSecond = Array.from({ length: 30 }, (_, n) => admitted.filter((at) => Math.floor(at / 1_000) === n).length)
  expect(Math.max(...inSecond), 'but for those at first').toBeLessThanOrEqual(1_500)
})

test('whoever opens streams by a client key without end keeps out no server', () => {
  const endless = Number.POSITIVE_INFINITY
  const { take } = openStreamQuota({ total: endless, perKey: endless, perAddress: endless })
  const open = (type: 'client' | 'server') => () => take({ type } as EdgeKey, 'here', [])
  const openMany = () => {
    for (let n = 0; n < 10_000; n++) open('client')()
  }
  expect(openMany).toThrow('Too many streams are being opened at once')
  expect(open('server')).not.toThrow()
})

test('few who come are let in at once, and so is whoever comes after the crowd', () => {
  let nowMs = 0
  const pacing = openReconnectPacing(() => nowMs)
  expect(Array.from({ length: 400 }, () => pacing.ask())).toEqual(Array.from({ length: 400 }, () => 0))
  while (pacing.ask() === 0);
  nowMs += 1_000
  expect(pacing.ask()).toBe(0)
})

test('checksums of parts make that of the whole', () => {
  assert(
    property(array(uint8Array({ maxLength: 2_000 })), (parts) => {
      const crc = parts.map((part) => sumOf(Buffer.from(part))).reduce(combine, 0)
      expect(crc >>> 0).toBe(crc32(Buffer.concat(parts)))
    }),
  )
})
