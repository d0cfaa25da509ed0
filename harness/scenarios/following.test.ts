import { chmod, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, vi } from 'vitest'
import { startTestServer } from '../../apps/server/src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../apps/server/src/testing/test-organization.ts'
import { bundle, equals, rule } from '../support/bundles.ts'
import { openClient } from '../support/client.ts'
import { scenario } from '../support/scenario.ts'

const temporary = () => mkdtemp(join(tmpdir(), 'bunting-harness-'))
const answered = { etag: '"1"', 'content-type': 'application/json' }

scenario(4, 'ready at once, and flags follow a save, a segment and an archive', async ({ open }) => {
  const server = await startTestServer()
  const org = await server.newOrganization()
  const segment = await org.saveSegment({ included: ['ada'] })
  const { key } = await org.createFlag()
  await org.put(org.at(key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  const client = await open({ url: server.deliveryUrl, key: org.key })
  expect(await client.ready()).toBe(true)
  const ada = { context: { userId: 'ada' } }
  expect(await client.evaluate(key, false, ada)).toMatchObject({ value: true, reason: 'RULE_MATCH' })
  await org.put(org.segmentAt(segment.key), { version: 2, included: [] })
  await client.answers(key, false, ada)
  await org.put(org.at(key), config({ version: 2, defaultValue: true }))
  await client.answers(key, true)
  await org.patch(`${org.base}/flags/${key}`, { archived: true })
  await vi.waitFor(async () => expect((await client.evaluate(key, false)).errorCode).toBe('FLAG_NOT_FOUND'))
})

scenario(5, '`changed` names the flags that need what changed', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const needs = (flagKey: string) => ({ prerequisites: [{ flagKey, values: [true] }] })
  const first = bundle({ base: { defaultValue: true }, near: needs('base'), far: needs('near'), other: {} })
  delivery.has(first)
  const client = await open({ url: delivery.url })
  await client.ready()
  await client.has('ready')
  const base = bundle({ base: { version: 2 } }).flags.base
  await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
  delivery.patches({ ...first, from: 1, revision: 2, flags: { base }, segments: {} })
  await vi.waitFor(async () => {
    const [changed] = await client.events('changed')
    expect(changed?.keys?.toSorted()).toEqual(['base', 'far', 'near'])
  })
  expect(await client.evaluate('far', true)).toMatchObject({ value: false, reason: 'DISABLED', prerequisite: 'near' })
})

scenario(6, 'a bootstrap answers before the service, whose lower revision wins', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const bootstrap = bundle({ flag: { defaultValue: 'built in' } }, { revision: 90 })
  const client = await open({ url: delivery.url, bootstrap, timing: 0.1 })
  expect(await client.ready()).toBe(true)
  expect((await client.evaluate('flag', '')).value).toBe('built in')
  delivery.has(bundle({ flag: { defaultValue: 'sent' } }, { revision: 7 }))
  await client.answers('flag', 'sent')
  // The bootstrap may belong to another environment, so its revision is never sent.
  expect(delivery.asked('/v1/stream').map(({ query }) => query.get('from'))).not.toContain('90')
})

scenario(6, 'a bootstrap that is no bundle does no harm', async ({ open, openDelivery }) => {
  const { revision, ...withoutRevision } = bundle({ flag: {} })
  for (const bootstrap of [{ error: 'INVALID_API_KEY' }, { ...withoutRevision, revision: `${revision}` }, []]) {
    const delivery = await openDelivery()
    const client = await open({ url: delivery.url, bootstrap, timing: 0.1 })
    expect(await client.ready(50)).toBe(false)
    expect((await client.evaluate('flag', 'mine')).errorCode).toBe('NOT_READY')
    delivery.has(bundle({ flag: { defaultValue: 'sent' } }))
    await client.answers('flag', 'sent')
  }
})

scenario(7, 'the cache file of one SDK is read by each other one', async ({ open, openDelivery, language }) => {
  const cacheFile = join(await temporary(), 'deep', 'flags.json')
  const delivery = await openDelivery()
  const flags = { flag: { defaultValue: { text: 'é😀', number: 1.5 } }, other: { defaultValue: 'x' } }
  delivery.has(bundle(flags))
  const client = await open({ url: delivery.url, cacheFile })
  await client.ready()
  await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
  delivery.patches({ ...bundle({ other: { defaultValue: 'patched' } }), from: 1, revision: 2, segments: {} })
  await client.answers('other', 'patched')
  await client.close()
  expect(JSON.parse(await readFile(cacheFile, 'utf8'))).toMatchObject({ environmentId: 'env_test', revision: 2 })
  expect((await stat(cacheFile)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(cacheFile, '..'))).toEqual(['flags.json'])
  for (const other of inject('sdks')) {
    const reader = await openClient(other.url, { cacheFile })
    expect(await reader.ready(), `${other.language} reads what ${language} wrote`).toBe(true)
    expect((await reader.evaluate('other', '')).value).toBe('patched')
    expect((await reader.evaluate('flag', {})).value).toEqual({ text: 'é😀', number: 1.5 })
    await reader.close()
  }
})

scenario(
  8,
  'a start without a service has the flags of the cache, and says that they are stale',
  async ({ open, openDelivery }) => {
    const cacheFile = join(await temporary(), 'flags.json')
    await writeFile(cacheFile, JSON.stringify(bundle({ flag: { defaultValue: 'kept' } })))
    const delivery = await openDelivery()
    const client = await open({ url: delivery.url, cacheFile, timing: 0.1 })
    expect(await client.ready()).toBe(true)
    await client.has('stale')
    expect((await client.evaluate('flag', '')).value).toBe('kept')
    delivery.has(bundle({ flag: { defaultValue: 'sent' } }))
    await client.answers('flag', 'sent')
    await client.has('ready')
  },
)

scenario(
  9,
  'half a cache file and a folder that cannot be written are told, and do no harm',
  async ({ open, openDelivery }) => {
    const folder = await temporary()
    const cacheFile = join(folder, 'flags.json')
    const whole = JSON.stringify(bundle({ flag: { defaultValue: 'kept' } }))
    await writeFile(cacheFile, whole.slice(0, whole.length / 2))
    const delivery = await openDelivery()
    delivery.has(bundle({ flag: { defaultValue: 'sent' } }))
    const client = await open({ url: delivery.url, cacheFile })
    await client.answers('flag', 'sent')
    await client.tells({ type: 'error', code: 'BAD_ANSWER' })
    await client.close()
    expect(JSON.parse(await readFile(cacheFile, 'utf8')).flags.flag.config.defaultValue).toBe('sent')

    // The folder's path is a file, which stops even root.
    const unwritable = await open({ url: delivery.url, cacheFile: join(cacheFile, 'flags.json') })
    await unwritable.answers('flag', 'sent')
    await unwritable.tells({ type: 'error', code: 'CACHE' })
    await chmod(cacheFile, 0o600)
  },
)

scenario(
  10,
  'without flags every question has its fallback, and `ready` gives up in time',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    delivery.on('/v1/bundle', () => undefined)
    delivery.on('/v1/stream', () => undefined)
    const client = await open({ url: delivery.url })
    expect(await client.evaluate('flag', 'mine')).toEqual({ value: 'mine', reason: 'ERROR', errorCode: 'NOT_READY' })
    expect(await client.ready(50)).toBe(false)
    expect((await client.state()).status).toBe('starting')
    delivery.on('/v1/bundle', undefined)
    delivery.on('/v1/stream', (_, reply) => reply.answer(200, answered, ''))
    const rules = [rule({ conditions: [equals('plan', 'pro')], value: 'theirs' })]
    delivery.has(bundle({ flag: { defaultValue: 'yours', rules } as never }))
    delivery.cut()
    await client.answers('flag', 'theirs', { context: { attributes: { plan: 'pro' } } })
  },
)
