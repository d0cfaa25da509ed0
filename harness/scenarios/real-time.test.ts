import { expect, vi } from 'vitest'
import { bundle } from '../support/bundles.ts'
import { scenario } from '../support/scenario.ts'
import { waitedFor } from '../support/waits.ts'

// Timeouts of several seconds, unscaled. The scenarios run concurrently, since they only wait.
const concurrent = true
const first = bundle({ flag: { defaultValue: 'first' } })
const second = bundle({ flag: { defaultValue: 'second' } }, { revision: 2 })

scenario(
  16,
  'in real time: a stream may be silent for 20 s, and not for much longer',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.has(first)
    const client = await open({ url: delivery.url })
    await client.answers('flag', 'first')
    await vi.waitFor(() => expect(delivery.asked('/v1/stream')).toHaveLength(2))
    const [opened, left] = delivery.asked('/v1/stream')
    expect((left?.atMs ?? 0) - (opened?.atMs ?? 0)).toBeGreaterThanOrEqual(19_900)
  },
  { concurrent },
)

scenario(
  17,
  'in real time: an answer has 3 s to begin',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.on('/v1/stream', () => undefined)
    delivery.on('/v1/bundle', (_, reply) => reply.answer(503))
    // Measured from here, since a busy machine may record the first request late.
    const beganMs = performance.now()
    const client = await open({ url: delivery.url })
    await vi.waitFor(() => expect(delivery.asked('/v1/stream').length).toBeGreaterThan(1))
    await client.close()
    expect((delivery.asked('/v1/stream')[1]?.atMs ?? 0) - beganMs).toBeGreaterThanOrEqual(3_000)
  },
  { concurrent },
)

scenario(
  19,
  'in real time: Retry-After: 5 keeps it away for 5 s',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.on('/v1/stream', (_, reply) => reply.answer(503, { 'retry-after': '5' }))
    const client = await open({ url: delivery.url, bootstrap: first })
    await waitedFor(() => delivery.asked('/v1/stream'), 1, 5_000)
    await client.close()
  },
  { concurrent },
)

scenario(
  20,
  'in real time: flags are current within 5 s of the service’s return',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.has(first)
    const client = await open({ url: delivery.url })
    await client.answers('flag', 'first')
    delivery.on('/v1/stream', (_, reply) => reply.cut())
    delivery.on('/v1/bundle', (_, reply) => reply.cut())
    delivery.cut()
    await vi.waitFor(() => expect(delivery.asked('/v1/stream').length).toBeGreaterThan(6))
    delivery.has(second)
    for (const path of ['/v1/stream', '/v1/bundle']) delivery.on(path, undefined)
    const backMs = performance.now()
    await client.answers('flag', 'second')
    const asked = [...delivery.asked('/v1/stream'), ...delivery.asked('/v1/bundle')].map(({ atMs }) => atMs)
    expect(Math.min(...asked.filter((atMs) => atMs >= backMs)) - backMs).toBeLessThan(5_000)
  },
  { concurrent },
)

scenario(
  38,
  'in real time: closing takes 5 s at the most where the service is dead',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.on('/v1/telemetry/events', () => undefined)
    const client = await open({ bootstrap: first, telemetry: { url: delivery.url, flushMs: 86_400_000 } })
    await client.ready()
    await client.evaluate('flag', '')
    // Twice the limit, for a busy machine: without a limit, closing would never end.
    expect(await client.close()).toBeLessThan(10_000)
  },
  { concurrent },
)
