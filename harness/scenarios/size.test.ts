import { expect, onTestFinished, vi } from 'vitest'
import { bundle, rule } from '../support/bundles.ts'
import { openClient } from '../support/client.ts'
import { scenario } from '../support/scenario.ts'
import { send } from '../support/send.ts'
import { startOwn } from '../support/test-service.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number)
const inSegment = (value: string) => ({ operator: 'in_segment', value })

scenario(
  31,
  '10,000 flags and 200 segments of 20,000: ready, in bounded memory',
  async ({ openDelivery, language }) => {
    const ids = (segment: number) => numbers(20_000).map((id) => `user-${segment}-${id}`)
    const configs = numbers(10_000).map((flag) => [
      `flag-${flag}`,
      { defaultValue: 'no', rules: [rule({ conditions: [inSegment(`segment-${flag % 200}`)], value: 'yes' })] },
    ])
    const segments = numbers(200).map((segment) => [
      `segment-${segment}`,
      { unit: null, config: { version: 1, included: ids(segment), excluded: [], rules: [] } },
    ])
    const delivery = await openDelivery()
    const sent = bundle(Object.fromEntries(configs), { segments: Object.fromEntries(segments) })
    delivery.on('/v1/bundle', (_, reply) => reply.answer(503))
    delivery.has(sent)
    // In a process of its own: memory that other scenarios freed would be reused, and the growth would look smaller.
    const own = await startOwn(language)
    onTestFinished(own.stop)
    const rss = async () => (await send<{ rss: number }>(own.url, 'GET', '/process')).rss
    const before = await rss()
    const client = await openClient(own.url, { url: delivery.url })
    await client.answers('flag-7', 'yes', { context: { userId: 'user-7-19999' } })
    expect((await client.evaluate('flag-8', '', { context: { userId: 'user-7-19999' } })).value).toBe('no')
    // The text is 60 MB, and four million ids are kept. Much more than this would be a leak.
    expect((await rss()) - before).toBeLessThan(1_500 * 1024 * 1024)
    await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
    const { flags } = bundle({ 'flag-8': { version: 2, defaultValue: 'changed' } })
    delivery.patches({ ...sent, from: 1, revision: 2, flags, segments: {} })
    await client.answers('flag-8', 'changed')
    await client.tells({ type: 'changed', keys: ['flag-8'] })
    await client.close()
  },
)

scenario(32, 'a chain of 10,000 prerequisites, a circle, and groups within groups', async ({ open }) => {
  const chain = numbers(10_000).map((at) => [
    `link-${at}`,
    { defaultValue: true, ...(at > 0 && { prerequisites: [{ flagKey: `link-${at - 1}`, values: [true] }] }) },
  ])
  const circle = ['one', 'other'].map((key, at) => [
    key,
    { defaultValue: true, prerequisites: [{ flagKey: ['other', 'one'][at], values: [true] }] },
  ])
  let group: object = { attribute: 'plan', operator: 'equals', value: 'pro' }
  for (let depth = 0; depth < 50; depth++) group = depth % 2 === 0 ? { any: [group] } : { all: [group] }
  const grouped = { defaultValue: 'no', rules: [rule({ conditions: [group], value: 'yes' })] }
  const bootstrap = bundle(Object.fromEntries([...chain, ...circle, ['grouped', grouped]]))
  const client = await open({ bootstrap })
  await client.ready()
  expect((await client.evaluate('link-9999', false)).value).toBe(true)
  expect(await client.evaluate('one', false)).toMatchObject({ value: false, errorCode: 'GENERAL' })
  const asked = await client.evaluate('grouped', 'mine', { context: { attributes: { plan: 'pro' } } })
  // Deeper than a saved config can be: it may be evaluated or refused, but must not break anything.
  expect(['yes', 'mine']).toContain(asked.value)
})
