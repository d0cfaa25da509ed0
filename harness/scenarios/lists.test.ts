import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, vi } from 'vitest'
import { type ConformanceCase, contentOf } from '../../apps/server/src/testing/conformance-cases.ts'
import { everyCase } from '../../apps/server/src/testing/every-case.ts'
import { startTestServer } from '../../apps/server/src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../apps/server/src/testing/test-organization.ts'
import { bundle, rule } from '../support/bundles.ts'
import { type Client, openClient } from '../support/client.ts'
import type { Delivery } from '../support/delivery.ts'
import {
  answerList,
  type List,
  listBytes,
  listOf,
  listPath,
  manyHashes,
  named,
  namedAs,
  packList,
  serveLists,
} from '../support/lists.ts'
import { scenario } from '../support/scenario.ts'
import { send } from '../support/send.ts'
import { startOwn } from '../support/test-service.ts'

const ada = { context: { userId: 'ada' } }
const eve = { context: { userId: 'eve' } }
const inSpring = { conditions: [{ operator: 'in_segment', value: 'spring' }], value: 'in' }

/** A bundle with a flag that depends on the list, and one that does not. */
const bundleOf = (list: List, fields: { revision?: number; beside?: string; version?: number } = {}) => {
  const { revision = list.version, beside = 'first', version = 1 } = fields
  const made = bundle(
    {
      sale: { version, defaultValue: `out ${version}`, rules: [rule(inSpring)] } as never,
      beside: { defaultValue: beside },
    },
    { revision },
  )
  return { ...made, segments: { spring: named(list) } }
}

/** Serves a list, and sends a bundle that names it. */
const sends = (delivery: Delivery, list: List, ...before: List[]): void => {
  serveLists(delivery, [list, ...before])
  delivery.sends(bundleOf(list))
}

const askedFor = (delivery: Delivery): string[] =>
  delivery.asked(listPath()).map(({ query }) => `${query.get('from')} to ${query.get('version')}`)

type Asked = { flagKey: string; context: object; result: { value: unknown; reason: string } }
type Said = { revision: number; flags: object; segments: object }
type ListCase = ConformanceCase & { lists?: List[] }
type ChangeCase = {
  name: string
  bundle: Said
  lists: List[]
  expect: Asked[]
  steps: { patch?: Said; lists?: List[]; expect: Asked[] }[]
}
const file = new URL('../../conformance/large-segments.json', import.meta.url)
const data: { cases: ListCase[]; changes: ChangeCase[] } = JSON.parse(readFileSync(file, 'utf8'))

const fallbackFor = (value: unknown): unknown => (typeof value === 'boolean' ? !value : 'the fallback')
const check = async (client: Client, asked: readonly Asked[]): Promise<void> => {
  for (const { flagKey, context, result } of asked) {
    const fallback = fallbackFor(result.value)
    const expected = result.reason === 'ERROR' || result.reason === 'FLAG_NOT_FOUND' ? { value: fallback } : {}
    expect(await client.evaluate(flagKey, fallback, { context })).toMatchObject({ ...result, ...expected })
  }
}

scenario(45, 'every case of large segments in the conformance data', async ({ open, openDelivery }) => {
  await everyCase(
    data.cases,
    async (one) => {
      const delivery = await openDelivery()
      serveLists(delivery, one.lists ?? [])
      delivery.has(contentOf(one, 'env_1'))
      const client = await open({ url: delivery.url })
      await client.ready()
      await vi.waitFor(() => check(client, [{ ...one, result: one.expect as Asked['result'] }]))
      await client.close()
    },
    { atOnce: 8 },
  )
})

scenario(45, 'every change of large segments in the conformance data', async ({ open, openDelivery }) => {
  await everyCase(data.changes, async ({ bundle: first, lists, expect: atFirst, steps }) => {
    const delivery = await openDelivery()
    const known = [...lists]
    serveLists(delivery, known)
    delivery.has(first)
    const client = await open({ url: delivery.url, timing: 0.1 })
    await client.ready()
    await vi.waitFor(() => check(client, atFirst))
    let { revision } = first
    for (const { patch, lists: more = [], expect: after } of steps) {
      known.push(...more)
      serveLists(delivery, known)
      if (patch) {
        await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
        const from = revision++
        // An additional flag shows that the patch was applied, even if it changes none of the others.
        const { flags } = bundle({ mark: { defaultValue: revision } })
        delivery.patches({ ...first, ...patch, flags: { ...patch.flags, ...flags }, from, revision })
        await client.answers('mark', revision)
      }
      await vi.waitFor(() => check(client, after))
    }
    await client.close()
  })
})

scenario(45, 'a list is fetched once, and then what changed of it', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const many = Array.from({ length: 3_000 }, (_, at) => `user-${at}`)
  const [first, second, third] = [listOf(1, [...many, 'ada']), listOf(2, [...many, 'ada', 'eve']), listOf(3, many)]
  serveLists(delivery, [first])
  delivery.has(bundleOf(first))
  const client = await open({ url: delivery.url, key: 'sk_test' })
  await client.answers('sale', 'in', ada)
  await client.answers('sale', 'out 1', eve)
  await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
  sends(delivery, second, first)
  await client.answers('sale', 'in', eve)
  sends(delivery, third, second)
  await client.answers('sale', 'out 1', eve)
  await client.answers('sale', 'out 1', ada)
  await client.answers('sale', 'in', { context: { userId: 'user-7' } })
  expect(askedFor(delivery)).toEqual(['0 to 1', '1 to 2', '2 to 3'])
  const [asked] = delivery.asked(listPath())
  expect(asked?.headers).toMatchObject({
    authorization: 'Bearer sk_test',
    'user-agent': expect.stringMatching(/^bunting-\w+\/\d/),
  })
  expect(await client.errors()).toEqual([])
  const changed = await client.events('changed')
  expect(changed.at(-1)?.keys).toEqual(['sale'])
})

scenario(45, 'a change whose sum is wrong is fetched whole, at once', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const [first, second] = [listOf(1, ['ada', 'bob']), listOf(2, ['eve', 'bob'])]
  serveLists(delivery, [first])
  delivery.has(bundleOf(first))
  const client = await open({ url: delivery.url })
  await client.answers('sale', 'in', ada)
  await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
  delivery.on(listPath(), ({ query }, reply) => {
    // A wrong change, without the removed hash.
    const other = listOf(2, ['ada', 'eve', 'bob'])
    answerList(reply, query.get('from') === '0' ? listBytes(second) : listBytes(other, first))
  })
  delivery.sends(bundleOf(second))
  await client.answers('sale', 'in', eve)
  await client.answers('sale', 'out 1', ada)
  expect(askedFor(delivery)).toEqual(['0 to 1', '1 to 2', '0 to 2'])
})

const wrong: Record<string, (list: List) => Buffer> = {
  'of another sum': ({ list, version }) => listBytes(listOf(version, ['eve', 'bob'], list)),
  'of another version': ({ hashes, ...list }) => listBytes({ ...list, hashes, version: list.version + 1 }),
  'that break off': (list) => listBytes(list).subarray(0, -3),
  'of another format': (list) => Buffer.concat([Buffer.from('BLST\u0002'), listBytes(list).subarray(5)]),
  'that are a page': () => Buffer.from('<html>sign in here</html>'),
  'that promise more than there may be': (list) => {
    const bytes = listBytes(list)
    bytes.writeBigUInt64BE(2n ** 40n, 24)
    return bytes
  },
}
for (const [what, bytesOf] of Object.entries(wrong)) {
  scenario(46, `bytes ${what} are no list, and nobody is in or out by them`, async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    const list = listOf(1, ['ada', 'bob'])
    delivery.on(listPath(), (_, reply) => answerList(reply, bytesOf(list)))
    delivery.has(bundleOf(list))
    const client = await open({ url: delivery.url, timing: 0.1 })
    await client.answers('beside', 'first')
    await vi.waitFor(() => expect(delivery.asked(listPath()).length).toBeGreaterThan(2))
    for (const who of [ada, eve]) {
      expect(await client.evaluate('sale', 'fallback', who)).toMatchObject({ value: 'fallback', errorCode: 'GENERAL' })
    }
    serveLists(delivery, [list])
    await client.answers('sale', 'in', ada)
    await client.answers('sale', 'out 1', eve)
  })
}

scenario(46, 'a list that cannot be had holds up the flags that need it alone', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const [first, second] = [listOf(1, ['ada']), listOf(2, ['eve'])]
  serveLists(delivery, [first])
  delivery.has(bundleOf(first))
  const client = await open({ url: delivery.url, timing: 0.1 })
  await client.answers('sale', 'in', ada)
  await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
  delivery.on(listPath(), (_, reply) => reply.answer(503))
  delivery.sends(bundleOf(second, { beside: 'second', version: 2 }))
  await client.answers('beside', 'second')
  // Config and list change together: neither the new default nor the new list is used yet.
  expect((await client.evaluate('sale', '', ada)).value).toBe('in')
  expect((await client.evaluate('sale', '', eve)).value).toBe('out 1')
  await client.toldErrors('UNREACHABLE')
  serveLists(delivery, [second])
  await client.answers('sale', 'in', eve)
  await client.answers('sale', 'out 2', ada)
  expect((await client.state()).status).toBe('ready')
})

scenario(46, 'after a restored backup the same number may be another list', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const [lost, restored] = [listOf(2, ['ada']), listOf(2, ['eve'])]
  const answer = Promise.withResolvers<void>()
  delivery.on(listPath(), async (_, reply) => {
    await answer.promise
    answerList(reply, listBytes(lost))
  })
  delivery.has(bundleOf(lost))
  const client = await open({ url: delivery.url })
  await vi.waitFor(() => expect(delivery.asked(listPath())).not.toEqual([]))
  await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
  delivery.sends(bundleOf(restored, { revision: 3, beside: 'restored' }))
  await client.answers('beside', 'restored')
  serveLists(delivery, [restored])
  answer.resolve()
  await client.answers('sale', 'in', eve)
  await client.answers('sale', 'out 1', ada)
})

scenario(46, 'a list that is no longer named is given up, and closing ends its download', async (stage) => {
  const delivery = await stage.openDelivery()
  const list = listOf(1, ['ada'])
  delivery.on(listPath(), () => undefined)
  delivery.has(bundleOf(list))
  const client = await stage.open({ url: delivery.url })
  await vi.waitFor(() => expect(delivery.asked(listPath())).toHaveLength(1))
  await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
  delivery.sends(bundle({ sale: { defaultValue: 'all' } }, { revision: 2 }))
  await client.answers('sale', 'all', ada)
  expect(await client.errors()).toEqual([])
  await client.close()
  expect(delivery.asked(listPath())).toHaveLength(1)
})

scenario(45, 'another version of a list that could not be had is fetched at once', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const [first, second] = [listOf(1, ['ada']), listOf(2, ['ada', 'eve'])]
  serveLists(delivery, [second])
  delivery.has(bundleOf(first))
  // At this timing, the first retry comes after half an hour.
  const client = await open({ url: delivery.url, timing: 10_000 })
  await vi.waitFor(() => expect(askedFor(delivery)).toEqual(['0 to 1']))
  delivery.sends(bundleOf(second))
  await client.answers('sale', 'in', eve)
  await client.close()
})

scenario(46, 'lists are kept beside the cache file, for each SDK', async ({ open, openDelivery, language }) => {
  const folder = await mkdtemp(join(tmpdir(), 'bunting-harness-'))
  const cacheFile = join(folder, 'flags.json')
  const delivery = await openDelivery()
  const [first, second] = [listOf(1, ['ada', 'bob']), listOf(2, ['ada', 'eve'])]
  serveLists(delivery, [first, second])
  delivery.has(bundleOf(first))
  const client = await open({ url: delivery.url, cacheFile })
  await client.answers('sale', 'in', ada)
  await client.close()
  expect((await readdir(folder)).toSorted()).toEqual(['flags.json', 'flags.json.list_1'])
  expect(await readFile(join(folder, 'flags.json.list_1'))).toEqual(listBytes(first))
  expect((await stat(join(folder, 'flags.json.list_1'))).mode & 0o777).toBe(0o600)
  for (const other of inject('sdks')) {
    const reader = await openClient(other.url, { cacheFile })
    await vi.waitFor(async () => {
      const answer = await reader.evaluate('sale', '', ada)
      expect(answer.value, `${other.language} reads what ${language} wrote`).toBe('in')
    })
    await reader.close()
  }
  delivery.has(bundleOf(second))
  const next = await open({ url: delivery.url, cacheFile })
  await next.answers('sale', 'in', eve)
  await next.close()
  expect(askedFor(delivery)).toEqual(['0 to 1', '1 to 2'])
  await writeFile(join(folder, 'flags.json.list_1'), 'half of it')
  const broken = await open({ cacheFile })
  await broken.tells({ type: 'error', code: 'CACHE' })
  expect((await broken.evaluate('sale', 'fallback', ada)).value).toBe('fallback')
})

scenario(46, 'four million ids take a few bytes each, after a change too', async ({ openDelivery, language }) => {
  const count = 4_000_000
  const [first, second] = [manyHashes(count, ['ada']), manyHashes(count, ['ada', 'eve'])]
  const delivery = await openDelivery()
  const whole = packList(0, 1, first)
  const change = listBytes(listOf(2, ['eve']), listOf(1, []))
  delivery.on(listPath(), ({ query }, reply) => answerList(reply, query.get('from') === '0' ? whole : change))
  const bundleWith = (version: number, hashes: Buffer) => ({
    ...bundleOf(listOf(version, [])),
    segments: { spring: namedAs('list_1', version, hashes) },
  })
  delivery.has(bundleWith(1, first))
  // In a process of its own: memory that other scenarios freed would be reused, and the growth would look smaller.
  const own = await startOwn(language)
  onTestFinished(own.stop)
  const rss = async () => (await send<{ rss: number }>(own.url, 'GET', '/process')).rss
  const before = await rss()
  const client = await openClient(own.url, { url: delivery.url })
  await client.answers('sale', 'in', ada)
  expect((await client.evaluate('sale', '', eve)).value).toBe('out 1')
  await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
  delivery.sends(bundleWith(2, second))
  await client.answers('sale', 'in', eve)
  await client.answers('sale', 'in', ada)
  // 8 bytes per id, twice during a change, and some overhead of the runtime. A set of ids would be larger.
  await vi.waitFor(async () => expect((await rss()) - before).toBeLessThan(4 * 8 * count))
  await client.close()
})

scenario(46, 'a real list follows what is uploaded', async ({ open }) => {
  const server = await startTestServer()
  const org = await server.newOrganization()
  const segment = await org.uploadSegment(Array.from({ length: 2_000 }, (_, at) => `user-${at}`).join('\n'))
  const { key } = await org.createFlag()
  await org.put(org.at(key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  const client = await open({ url: server.deliveryUrl, key: org.key })
  await client.answers(key, true, { context: { userId: 'user-1' } })
  await client.answers(key, false, eve)
  const upload = (op: string, ids: string) => org.upload(`${org.segmentAt(segment.key)}/ids?op=${op}`, ids)
  await upload('add', 'eve')
  await client.answers(key, true, eve)
  await upload('remove', 'user-1')
  await client.answers(key, false, { context: { userId: 'user-1' } })
})
