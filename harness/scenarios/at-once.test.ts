import { expect, vi } from 'vitest'
import { bundle } from '../support/bundles.ts'
import { scenario } from '../support/scenario.ts'

type Event = { flagKey: string; reason: string; value: unknown; count: number }

scenario(33, '16 threads evaluate while patches swap two flags: never half of one', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  // The second flag is on only while its prerequisite matches the first flag's value: half a patch would turn it off.
  const holding = (revision: number) =>
    bundle(
      {
        first: { defaultValue: `at ${revision}` },
        second: { defaultValue: true, prerequisites: [{ flagKey: 'first', values: [`at ${revision}`] }] },
      },
      { revision },
    )
  delivery.has(holding(1))
  const client = await open({ url: delivery.url, telemetry: { url: delivery.url, flushMs: 86_400_000 } })
  await client.answers('second', true)
  await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
  let revision = 1
  const swapping = setInterval(() => {
    delivery.patches({ ...holding(revision + 1), from: revision, segments: {} }, holding(revision + 1))
    revision++
  }, 5)
  const { evaluations } = await client.stress({
    threads: 16,
    ms: 5_000,
    flagKey: 'second',
    type: 'boolean',
    context: {},
    fallback: false,
  })
  clearInterval(swapping)
  expect(revision).toBeGreaterThan(10)
  await client.flush()
  const told: Event[] = delivery.asked('/v1/telemetry/events').flatMap(({ body }) => JSON.parse(body).events)
  const ofSecond = told.filter(({ flagKey }) => flagKey === 'second')
  expect(ofSecond.filter(({ reason, value }) => reason !== 'DEFAULT' || value !== true)).toEqual([])
  expect(ofSecond.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(evaluations)
  await client.answers('first', `at ${revision}`)
})

scenario(
  34,
  '`all` is every flag that can be read, and hides from browsers what they may not know',
  async ({ open }) => {
    const { flags, ...others } = bundle({
      hidden: { defaultValue: true, enabled: false },
      shown: { defaultValue: 'off', prerequisites: [{ flagKey: 'hidden', values: [true] }] },
      broken: { rules: [{ id: 'r', enabled: true, weather: 'rain' }] },
    })
    const bootstrap = { ...others, flags: { ...flags, shown: { ...flags.shown, clientSafe: true } } }
    const client = await open({ bootstrap })
    await client.ready()
    const all = await client.all()
    expect(Object.keys(all).toSorted()).toEqual(['hidden', 'shown'])
    expect(all.shown).toMatchObject({ value: 'off', reason: 'DISABLED', prerequisite: 'hidden' })
    const safe = await client.all({}, true)
    expect(Object.keys(safe)).toEqual(['shown'])
    expect(safe.shown).not.toHaveProperty('prerequisite')
  },
)
