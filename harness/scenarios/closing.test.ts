import { expect, vi } from 'vitest'
import { bundle, rule } from '../support/bundles.ts'
import { openClient } from '../support/client.ts'
import { listOf, listPath, named } from '../support/lists.ts'
import { scenario } from '../support/scenario.ts'
import { send } from '../support/send.ts'
import { startOwn } from '../support/test-service.ts'

type Process = { threads: number; fds: number; rss: number }

const telemetryPath = '/v1/telemetry/events'
const first = bundle({ flag: { defaultValue: 'first' } })

scenario(38, 'closing tells what was counted, and flags answer on', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.has(first)
  const client = await open({ url: delivery.url, telemetry: { url: delivery.url, flushMs: 86_400_000 } })
  await client.answers('flag', 'first')
  await client.close()
  await client.close()
  expect(delivery.asked(telemetryPath)).toHaveLength(1)
  expect((await client.state()).status).toBe('closed')
  expect((await client.evaluate('flag', '')).value).toBe('first')
  expect(await client.ready(1)).toBe(true)
})

scenario(38, 'closing during the start ends it', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.on('/v1/stream', () => undefined)
  delivery.on('/v1/bundle', () => undefined)
  const client = await open({ url: delivery.url })
  const ready = client.ready(3_600_000)
  await vi.waitFor(() => expect(delivery.asked('/v1/stream')).toHaveLength(1))
  await client.close()
  expect(await ready).toBe(false)
})

scenario(38, 'closing ends what waits to ask for a list again', async ({ openDelivery, language }) => {
  const delivery = await openDelivery()
  const rules = [rule({ conditions: [{ operator: 'in_segment', value: 'spring' }], value: 'in' })]
  const missing = {
    ...bundle({ flag: { defaultValue: 'out', rules } as never }),
    segments: { spring: named(listOf(1, [])) },
  }
  delivery.has(missing)
  delivery.on(listPath(), (_, reply) => reply.answer(404))
  const own = await startOwn(language)
  let opened = 0
  const openAndClose = async (): Promise<void> => {
    // At this timing, the first retry comes after half an hour.
    const client = await openClient(own.url, { url: delivery.url, timing: 10_000 })
    opened++
    await vi.waitFor(() => expect(delivery.asked(listPath())).toHaveLength(opened))
    await client.close()
  }
  const threads = async () => (await send<Process>(own.url, 'GET', '/process')).threads
  for (let round = 0; round < 10; round++) await openAndClose()
  const before = await threads()
  for (let round = 0; round < 20; round++) await openAndClose()
  await vi.waitFor(async () => expect(await threads()).toBeLessThanOrEqual(before + 4))
  await own.stop()
})

scenario(
  38,
  'a hundred that were opened and closed leave neither threads nor connections',
  async ({ openDelivery, language }) => {
    const delivery = await openDelivery()
    delivery.has(first)
    const own = await startOwn(language)
    const openAndClose = async (): Promise<void> => {
      const client = await openClient(own.url, { url: delivery.url, telemetry: { url: delivery.url } })
      await client.answers('flag', 'first')
      await client.close()
    }
    const measure = () => send<Process>(own.url, 'GET', '/process')
    for (let round = 0; round < 10; round++) await openAndClose()
    const before = await measure()
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 10 }, openAndClose))
    await vi.waitFor(async () => {
      const after = await measure()
      expect(after.threads).toBeLessThanOrEqual(before.threads + 4)
      expect(after.fds).toBeLessThanOrEqual(before.fds + 12)
    })
    expect(delivery.streams.size).toBe(0)
    await own.stop()
  },
)

scenario(38, 'a process that exits with flags open ends at once, and in order', async ({ openDelivery, language }) => {
  const delivery = await openDelivery()
  delivery.has(first)
  const own = await startOwn(language)
  const client = await openClient(own.url, { url: delivery.url, telemetry: { url: delivery.url } })
  await client.answers('flag', 'first')
  await send(own.url, 'DELETE', '/')
  expect(await own.exited).toBe(0)
})

scenario(
  39,
  'a process that forks has flags in the child, whose counts are its own',
  async ({ open, openDelivery, service }) => {
    const delivery = await openDelivery()
    delivery.has(first)
    const client = await open({ url: delivery.url, telemetry: { url: delivery.url, flushMs: 86_400_000 } })
    await client.answers('flag', 'first')
    const fork = `/clients/${client.id}/fork`
    const asked = { flagKey: 'flag', type: 'string', context: {}, fallback: '' }
    expect(await send(service, 'POST', fork, asked)).toMatchObject({ value: 'first' })
    delivery.sends(bundle({ flag: { defaultValue: 'second' } }, { revision: 2 }))
    await client.answers('flag', 'second')
    // The parent reports its own counts: if the child reported them too, they would count twice.
    const { evaluations } = await client.stress({ ...asked, flagKey: 'none', threads: 2, ms: 50 })
    expect(await send(service, 'POST', fork, asked)).toMatchObject({ value: 'second' })
    await client.close()
    type Event = { flagKey: string; count: number }
    const events: Event[] = delivery.asked(telemetryPath).flatMap(({ body }) => JSON.parse(body).events)
    const counted = events.filter(({ flagKey }) => flagKey === 'none').reduce((sum, { count }) => sum + count, 0)
    expect(counted).toBe(evaluations)
  },
  { needs: 'fork' },
)
