import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, constants, createGunzip, gunzipSync } from 'node:zlib'
import { deliveryDocument } from '@bunting/contract/openapi'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

type Headers = Record<string, string>

/** Requests without decompressing the answer. */
const ask = async (org: TestOrganization, path: string, headers: Headers = {}): Promise<IncomingMessage> => {
  const request = get(`${server.deliveryUrl}${path}`, {
    agent: false,
    headers: { authorization: `Bearer ${org.key}`, ...headers },
  })
  onTestFinished(() => void request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  return response
}

const bytesOf = async (response: IncomingMessage): Promise<Buffer> => Buffer.concat(await response.toArray())

const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

const readBundle = async (org: TestOrganization, headers: Headers = {}) => {
  const {
    statusCode: status,
    headers: received,
    ...rest
  } = await ask(org, '/v1/bundle', headers).then(async (one) => ({
    statusCode: one.statusCode,
    headers: one.headers,
    bytes: await bytesOf(one),
  }))
  const encoding = received['content-encoding']
  const text = String(encoding === undefined ? rest.bytes : decoders[encoding]?.(rest.bytes))
  return { status, encoding, headers: received, text, length: rest.bytes.length }
}

/** An organization with flags large enough to be compressed. */
const open = async ({ flags = 1, padding = 4_000 } = {}) => {
  const org = await server.newOrganization()
  for (let n = 0; n < flags; n++) {
    const flag = await org.createFlag({ type: 'string' })
    const variants = Array.from({ length: 20 }, (_, at) => ({ key: `v${at}`, value: 'x'.repeat(padding / 20) }))
    await org.put(org.at(flag.key), config({ defaultValue: '', variants }))
  }
  await vi.waitFor(async () => expect((await readBundle(org)).length).toBeGreaterThan(flags * padding))
  return org
}

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5, br;Q=0', 'gzip'],
  ['gzip;q=1, br;q=0.1', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['gzip;q=0.2, identity;q=0.5', undefined],
  ['gzip;q=0', undefined],
  ['gzip;q=nonsense', undefined],
  ['*;q=0', undefined],
  ['deflate', undefined],
  ['', undefined],
  [undefined, undefined],
])('a bundle for who accepts %o is %o', async (accepted, expected) => {
  const org = await open()
  const plain = await readBundle(org)
  const answer = await readBundle(org, accepted === undefined ? {} : { 'accept-encoding': accepted })
  expect(answer.encoding).toBe(expected)
  expect(answer.text).toBe(plain.text)
  expect(answer.headers.vary).toBe('Accept-Encoding')
  expect(answer.headers['content-length']).toBe(String(answer.length))
  if (expected) expect(answer.length).toBeLessThan(plain.length / 2)
})

test('a compressed bundle has a weak tag, by which it is not sent again', async () => {
  const org = await open()
  const { headers } = await readBundle(org, { 'accept-encoding': 'gzip' })
  expect(headers.etag).toMatch(/^W\/"\d+"$/)
  const documented = deliveryDocument(server.deliveryUrl).components.headers.ETag?.schema as { pattern: string }
  expect(headers.etag).toMatch(new RegExp(documented.pattern))
  for (const etag of [headers.etag, headers.etag?.slice(2)]) {
    const again = await readBundle(org, { 'accept-encoding': 'gzip', 'if-none-match': String(etag) })
    expect([again.status, again.length, again.headers.vary]).toEqual([304, 0, 'Accept-Encoding'])
  }
})

test('a bundle that fits into a packet is sent as it is', async () => {
  const org = await server.newOrganization()
  expect((await readBundle(org, { 'accept-encoding': 'gzip' })).encoding).toBeUndefined()
})

test('many who ask at once, while it changes, all get one revision whole', async () => {
  const org = await open({ flags: 3, padding: 100_000 })
  const flag = await org.createFlag()
  const changes = (async () => {
    for (let version = 1; version <= 5; version++) await org.put(org.at(flag.key), config({ version }))
  })()
  const answers: Awaited<ReturnType<typeof readBundle>>[] = []
  for (let round = 0; round < 5; round++) {
    const asked = Array.from({ length: 10 }, (_, n) => readBundle(org, { 'accept-encoding': n % 2 ? 'br' : 'gzip' }))
    answers.push(...(await Promise.all(asked)))
  }
  await changes
  for (const { text, headers } of answers) {
    expect(headers.etag?.replace('W/', '')).toBe(`"${JSON.parse(text).revision}"`)
  }
})

/** A compressed stream, with the text received so far; `end` tells whether it was one complete gzip member. */
const openPacked = async (org: TestOrganization, { key = org.key, query = '' } = {}) => {
  const response = await ask({ ...org, key }, `/v1/stream${query}`, { 'accept-encoding': 'gzip' })
  const state = { text: '', bytes: 0, end: Promise.resolve('') }
  // `finishFlush` is not set, so that a truncated member is an error.
  const gunzip = createGunzip({ flush: constants.Z_SYNC_FLUSH })
  response.on('data', (part: Buffer) => {
    state.bytes += part.length
  })
  state.end = once(response.pipe(gunzip), 'end').then(
    () => 'whole',
    (error: Error) => error.message,
  )
  gunzip.on('data', (part: Buffer) => {
    state.text += part
  })
  return { response, state }
}

/** Removes the heartbeats, which come in between on a slow machine. */
const eventsIn = ({ text }: { text: string }): string => text.replaceAll(/^:\n\n/gm, '')

test.each([
  ['small', { flags: 1, padding: 4_000 }],
  ['large', { flags: 4, padding: 100_000 }],
])('a stream of a %s bundle is compressed, piece by piece, and ends as gzip does', async (_, size) => {
  const org = await open(size)
  const { key, id } = await org.createKey()
  const { response, state } = await openPacked(org, { key, query: '?from=0' })
  expect(response.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
    'cache-control': 'no-store, no-transform',
  })
  await vi.waitFor(() => expect(eventsIn(state)).toMatch(/^id: \d+\nevent: bundle\ndata: .*\n\n$/))
  expect(state.bytes).toBeLessThan(state.text.length / 2)
  const before = { ...state }
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  await vi.waitFor(() => expect(eventsIn(state)).toMatch(/event: patch\ndata: .*\n\n$/))
  expect(state.bytes - before.bytes, 'a patch stays small').toBeLessThan(400)
  await org.delete(`${org.base}/environments/${org.environmentId('development')}/api-keys/${id}`)
  expect(await state.end, 'with its key').toBe('whole')
})

test('readers of a compressed stream that know no patches get every bundle, however fast they change', async () => {
  const org = await open({ flags: 4, padding: 100_000 })
  const { state } = await openPacked(org)
  const flag = await org.createFlag()
  for (let version = 1; version <= 10; version++) await org.put(org.at(flag.key), config({ version }))
  const { revision } = JSON.parse((await readBundle(org)).text)
  await vi.waitFor(async () => {
    const last = eventsIn(state).trimEnd().split('\n\n').at(-1) ?? ''
    expect(JSON.parse(last.slice(last.indexOf('{'))).flags[flag.key]?.config.version).toBe(10)
  })
  const ids = [...state.text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  expect(ids.at(-1)).toBeGreaterThanOrEqual(revision)
})

test('a stream of a client key is not compressed', async () => {
  const org = await open()
  const { key } = await org.createKey({ type: 'client' })
  const response = await ask({ ...org, key }, '/v1/stream', { 'accept-encoding': 'gzip' })
  expect(response.headers['content-encoding']).toBeUndefined()
})
