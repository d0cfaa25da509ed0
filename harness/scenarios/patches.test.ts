import { expect, vi } from 'vitest'
import { bundle } from '../support/bundles.ts'
import { scenario } from '../support/scenario.ts'

const first = bundle({ flag: { defaultValue: 'first' }, other: { defaultValue: 'first' } })
const second = bundle({ flag: { defaultValue: 'second' }, other: { defaultValue: 'second' } }, { revision: 2 })
const patch = { ...second, from: 1, segments: {} }

const strange: Record<string, object> = {
  revision: { ...patch, from: 7 },
  environment: { ...patch, environmentId: 'env_other' },
  format: { ...patch, format: 1 },
}
for (const [what, sent] of Object.entries(strange)) {
  scenario(
    25,
    `a patch of another ${what}: nothing of it is taken, and the whole is asked for in the end`,
    async ({ open, openDelivery }) => {
      const delivery = await openDelivery()
      delivery.has(first)
      delivery.on('/v1/bundle', (_, reply) => reply.answer(503))
      const client = await open({ url: delivery.url })
      await client.answers('flag', 'first')
      await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
      const known: string[] = []
      delivery.on('/v1/stream', ({ query }, reply) => {
        const from = query.get('from') ?? ''
        known.push(from)
        const stream = delivery.follow(reply)
        if (from === '') stream.event('bundle', second)
        else stream.event('patch', sent as never)
      })
      delivery.patches(sent)
      await client.answers('flag', 'second')
      expect((await client.evaluate('other', '')).value).toBe('second')
      expect(known).toEqual(known[0] === '1' ? ['1', ''] : [''])
      for (const { keys } of await client.events('changed')) expect(keys?.toSorted()).toEqual(['flag', 'other'])
    },
  )
}

const broken: Record<string, string> = {
  'a patch without flags': 'event: patch\ndata: {"from":1,"revision":2}',
  'a patch that is no JSON': 'event: patch\ndata: {"from":1,',
  'a bundle that is no JSON': 'event: bundle\ndata: <html>',
  'a bundle that is a list': 'event: bundle\ndata: []',
}
for (const [what, event] of Object.entries(broken)) {
  scenario(26, `${what} is told and changes nothing, and the next is taken`, async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.has(first)
    const client = await open({ url: delivery.url })
    await client.answers('flag', 'first')
    await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
    delivery.has(second)
    for (const stream of delivery.streams) stream.write(`id: 2\n${event}\n\n`)
    await client.answers('flag', 'second')
    await vi.waitFor(() => expect(delivery.asked('/v1/stream').length).toBeGreaterThan(1))
  })
}

scenario(26, 'JSON of 10,000 levels in one flag costs that flag alone', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const text = JSON.stringify(bundle({ flag: { defaultValue: 'first' }, deep: { defaultValue: 'DEEP' } }))
  const deep = text
    .replace('"DEEP"', `${'['.repeat(10_000)}${']'.repeat(10_000)}`)
    .replace(
      '"type":"string","clientSafe":false,"config":{"version":1,"enabled":true,"defaultValue":[',
      '"type":"json","clientSafe":false,"config":{"version":1,"enabled":true,"defaultValue":[',
    )
  delivery.on('/v1/bundle', (_, reply) => reply.answer(503))
  delivery.on('/v1/stream', (_, reply) => delivery.follow(reply).write(`id: 1\nevent: bundle\ndata: ${deep}\n\n`))
  const client = await open({ url: delivery.url })
  await client.answers('flag', 'first')
  expect((await client.evaluate('deep', {})).value).toEqual({})
})
