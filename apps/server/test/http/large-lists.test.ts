import { createHash } from 'node:crypto'
import { type HashList, openListReader, unitHasher } from '@bunting/engine'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { openEventStream } from '../../src/testing/clients/event-stream.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn } from '../../src/testing/test-organization.ts'

let isWithheld = false
let isDamaged = false
async function* half(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of it')
}
const server = await startTestServer({
  wrapEdge: (edge) => ({
    ...edge,
    readList: async (...asked) => {
      if (isWithheld) throw new Error('the list is withheld')
      return isDamaged && asked[1] > 0 ? half() : edge.readList(...asked)
    },
  }),
})

/** A flag that is on for whoever is in a large segment. */
const newFlag = async (ids: string) => {
  const org = await server.newOrganization()
  const segment = await org.uploadSegment(ids)
  const flag = await org.createFlag({ clientSafe: true })
  await org.put(org.at(flag.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
  const { key } = await org.createKey()
  const delivery = deliveryClient(server.deliveryUrl, key)
  const answer = async (userId: string, flagKey = flag.key) => {
    const { value, reason } = (await delivery.evaluate(flagKey, { userId })).body
    return { value, reason }
  }
  const upload = (op: string, more: string) => org.upload(`${org.segmentAt(segment.key)}/ids?op=${op}`, more)
  const named = async () => (await delivery.bundle()).body.segments[segment.key].large
  const get = (path: string, headers: Record<string, string> = {}, as = key) =>
    fetch(`${server.deliveryUrl}${path}`, { headers: { authorization: `Bearer ${as}`, ...headers } })
  return { org, segment, flag, key, delivery, answer, upload, named, get }
}

const inside = { value: true, reason: 'RULE_MATCH' }
const outside = { value: false, reason: 'DEFAULT' }

test('a flag answers by its list, and by the next version of it', async () => {
  const { answer, upload } = await newFlag('ada\nbob')
  await vi.waitFor(async () => expect(await answer('ada')).toEqual(inside))
  expect(await answer('eve')).toEqual(outside)
  await upload('add', 'eve')
  await vi.waitFor(async () => expect(await answer('eve')).toEqual(inside))
  await upload('remove', 'ada')
  await vi.waitFor(async () => expect(await answer('ada')).toEqual(outside))
})

test('a list that is not here yet holds up the flags that need it, and nothing else of a change', async () => {
  const { org, flag, segment, answer, upload } = await newFlag('ada')
  const other = await org.createFlag()
  await org.put(org.at(other.key), config())
  await vi.waitFor(async () => expect(await answer('ada')).toEqual(inside))
  isWithheld = true
  try {
    await upload('replace', 'eve')
    await org.put(
      org.at(flag.key),
      config({ version: 2, rules: [ruleIn(segment.key, { value: true })], defaultValue: true }),
    )
    await org.put(org.at(other.key), config({ version: 2, defaultValue: true }))
    await vi.waitFor(async () => expect(await answer('ada', other.key)).toEqual({ value: true, reason: 'DEFAULT' }))
    // Config and list are those of before, together.
    expect(await answer('ada')).toEqual(inside)
    expect(await answer('eve')).toEqual(outside)
    const late = await org.createFlag()
    await org.put(org.at(late.key), config({ rules: [ruleIn(segment.key, { value: true })] }))
    await vi.waitFor(async () => expect((await answer('eve', late.key)).reason).toBe('ERROR'))
  } finally {
    isWithheld = false
  }
  await vi.waitFor(async () => expect(await answer('eve')).toEqual(inside))
  expect(await answer('ada')).toEqual({ value: true, reason: 'DEFAULT' })
})

test('where what changed is damaged, the whole list is brought', async () => {
  const { answer, upload } = await newFlag('ada\nbob\ncleo')
  await vi.waitFor(async () => expect(await answer('ada')).toEqual(inside))
  isDamaged = true
  try {
    await upload('add', 'eve')
    await vi.waitFor(async () => expect(await answer('eve')).toEqual(inside))
  } finally {
    isDamaged = false
  }
})

test('a list that goes while Delivery loads it holds nothing up, and is there again with the next flag', async () => {
  const { org, flag, segment, answer, get, named } = await newFlag('ada')
  await vi.waitFor(async () => expect(await answer('ada')).toEqual(inside))
  const { list } = await named()
  isWithheld = true
  try {
    await org.upload(`${org.segmentAt(segment.key)}/ids?op=add`, 'eve')
    await org.put(org.at(flag.key), config({ version: 2, defaultValue: true }))
    await vi.waitFor(async () => expect(await answer('eve')).toEqual({ value: true, reason: 'DEFAULT' }))
    expect((await get(`/v1/lists/${list}`)).status).toBe(404)
  } finally {
    isWithheld = false
  }
  await org.put(org.at(flag.key), config({ version: 3, rules: [ruleIn(segment.key, { value: true })] }))
  await vi.waitFor(async () => expect(await answer('eve')).toEqual(inside))
})

test('a server key gets the list that its bundle names: whole, as what changed, or as nothing', async () => {
  const { upload, answer, named, get } = await newFlag(
    Array.from({ length: 5_000 }, (_, at) => `user-${at}`).join('\n'),
  )
  await vi.waitFor(async () => expect(await answer('user-1')).toEqual(inside))
  const read = async (query: string) => {
    const { list } = await named()
    const response = await get(`/v1/lists/${list}${query}`)
    expect(response.status).toBe(200)
    const reader = openListReader(10_000)
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    reader.take(bytes)
    return { ...reader.end(), bytes, etag: response.headers.get('etag') as string }
  }
  const first = await named()
  const whole = await read(`?version=1`)
  expect(whole).toMatchObject({ from: 0, version: 1, etag: `"1-${first.sha256}"` })
  expect(createHash('sha256').update(whole.bytes.subarray(40)).digest('hex')).toBe(first.sha256)
  expect((await get(`/v1/lists/${first.list}?version=1`, { 'if-none-match': whole.etag })).status).toBe(304)

  await upload('add', 'eve')
  await vi.waitFor(async () => expect(await answer('eve')).toEqual(inside))
  const changed = await read('?version=2&from=1')
  expect(changed).toMatchObject({ from: 1, version: 2 })
  expect([changed.added.high.length, changed.removed.high.length]).toEqual([1, 0])
  expect(await read('?version=2&from=2')).toMatchObject({ from: 2, version: 2 })
  expect((await read('?version=2&from=77')).added.high.length).toBe(5_001)
  // The one before is there still, and none that nobody made.
  expect((await read('?version=1')).added.high.length).toBe(5_000)
  expect((await get(`/v1/lists/${first.list}?version=3`)).status).toBe(503)
})

test('whoever missed some changes gets them as one', async () => {
  const ids = Array.from({ length: 5_000 }, (_, at) => `user-${at}`)
  const { upload, answer, named, get } = await newFlag(ids.join('\n'))
  await vi.waitFor(async () => expect(await answer('user-1')).toEqual(inside))
  await upload('add', 'eve\nfay\ngus')
  await vi.waitFor(async () => expect(await answer('eve')).toEqual(inside))
  await upload('remove', 'fay\nuser-1\nuser-2')
  await vi.waitFor(async () => expect(await answer('user-1')).toEqual(outside))
  await upload('add', 'user-2\nhal')
  await vi.waitFor(async () => expect(await answer('hal')).toEqual(inside))
  const { list, salt } = await named()
  const hash = unitHasher(salt)
  const hashesOf = (...units: string[]) => units.map((unit) => ({ ...hash(unit) })).sort((a, b) => a.high - b.high)
  const listed = ({ high, low }: HashList) => [...high].map((each, at) => ({ high: each, low: low[at] }))
  const changesSince = async (from: number) => {
    const reader = openListReader(10_000)
    reader.take(new Uint8Array(await (await get(`/v1/lists/${list}?version=4&from=${from}`)).arrayBuffer()))
    const { from: since, version, added, removed } = reader.end()
    return { since, version, added: listed(added), removed: listed(removed) }
  }
  const later = { version: 4, removed: [] }
  expect(await changesSince(3)).toEqual({ ...later, since: 3, added: hashesOf('user-2', 'hal') })
  const removed = { version: 4, removed: hashesOf('fay', 'user-1') }
  expect(await changesSince(2)).toEqual({ ...removed, since: 2, added: hashesOf('hal') })
  const all = { version: 4, removed: hashesOf('user-1') }
  expect(await changesSince(1)).toEqual({ ...all, since: 1, added: hashesOf('eve', 'gus', 'hal') })
})

test('no client key, and no key of another environment, gets a list', async () => {
  const { org, named, get, answer } = await newFlag('ada')
  await vi.waitFor(async () => expect(await answer('ada')).toEqual(inside))
  const { list } = await named()
  const client = await org.createKey({ type: 'client' })
  expect((await get(`/v1/lists/${list}`, {}, client.key)).status).toBe(403)
  const other = await org.createKey({}, 'production')
  expect((await get(`/v1/lists/${list}`, {}, other.key)).status).toBe(404)
  const strangers = await newFlag('ada')
  expect((await get(`/v1/lists/${list}`, {}, strangers.key)).status).toBe(404)
  expect((await fetch(`${server.deliveryUrl}/v1/lists/${list}`)).status).toBe(401)
  expect((await get('/v1/lists/..%2Fbundle')).status).toBe(404)
})

test('browsers are answered by the list, and never told of it', async () => {
  const { org, flag, answer } = await newFlag('ada')
  await vi.waitFor(async () => expect(await answer('ada')).toEqual(inside))
  const { key } = await org.createKey({ type: 'client' })
  const client = deliveryClient(server.deliveryUrl, key)
  expect((await client.evaluate(flag.key, { userId: 'ada' })).body).toMatchObject(inside)
  expect((await client.bundle()).status).toBe(403)
})

test('a browser is told again when a list comes after its bundle', async () => {
  const { org, flag, answer, upload } = await newFlag('ada')
  await vi.waitFor(async () => expect(await answer('ada')).toEqual(inside))
  const { key } = await org.createKey({ type: 'client' })
  const client = deliveryClient(server.deliveryUrl, key)
  const bulk = () => client.bulk([flag.key], { userId: 'eve' })
  const stream = await openEventStream(`${server.deliveryUrl}/v1/stream?key=${key}`)
  onTestFinished(stream.close)
  const next = async () => (await stream.next()) ?? { event: 'over', id: '', data: '' }
  const first = await next()
  expect((await bulk()).headers.get('etag')).toBe(`"${first.id}"`)
  isWithheld = true
  try {
    await upload('add', 'eve')
    const changed = await next()
    expect(changed.id).not.toBe(first.id)
    expect((await bulk()).body.results[flag.key]).toMatchObject(outside)
    isWithheld = false
    const again = await next()
    expect(again).toMatchObject({ event: 'changed', data: changed.data })
    expect(again.id).not.toBe(changed.id)
    const answered = await bulk()
    expect(answered.body.results[flag.key]).toMatchObject(inside)
    expect(answered.headers.get('etag')).toBe(`"${again.id}"`)
  } finally {
    isWithheld = false
  }
})
