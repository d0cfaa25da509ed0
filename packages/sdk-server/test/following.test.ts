import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../../apps/server/src/testing/test-organization.ts'
import { bundle } from './support/bundle.ts'
import { openTestFlags } from './support/flags.ts'
import { recordedFetch } from './support/recorded-fetch.ts'

const server = await startTestServer()
const url = server.deliveryUrl

/** An organization with a flag that is on. */
const openOrganization = async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  await org.put(org.at(key), config({ defaultValue: true }))
  let version = 1
  const turn = async (defaultValue: boolean): Promise<void> => {
    await org.put(org.at(key), config({ version: ++version, defaultValue }))
  }
  return { org, key, turn }
}

test('flags are what Bunting has, and follow it', async () => {
  const { org, key, turn } = await openOrganization()
  const flags = openTestFlags({ url, key: org.key })
  expect(await flags.ready()).toBe(true)
  expect(flags.status).toBe('ready')
  expect(flags.boolean(key, {}, false)).toBe(true)
  const changed = vi.fn()
  flags.on('changed', changed)
  await turn(false)
  await vi.waitFor(() => expect(changed).toHaveBeenCalledWith({ keys: [key] }))
  expect(flags.boolean(key, {}, true)).toBe(false)
  await org.patch(`${org.base}/flags/${key}`, { archived: true })
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2))
  expect(flags.booleanDetails(key, {}, true).error).toBe('FLAG_NOT_FOUND')
})

test('a client key gives no flags, which is told at once', async () => {
  const { org } = await openOrganization()
  const { key } = await org.createKey({ type: 'client' })
  const flags = openTestFlags({ url, key })
  const codes: string[] = []
  flags.on('error', ({ error }) => codes.push(error.code))
  expect(await flags.ready(Number.POSITIVE_INFINITY)).toBe(false)
  expect(codes).toEqual(['KEY_REFUSED'])
})

test('a bootstrap that is no bundle is told, and what Bunting has is used', async () => {
  const { org, key } = await openOrganization()
  const refused = { error: 'INVALID_API_KEY' } as unknown as ReturnType<typeof bundle>
  const flags = openTestFlags({ url, key: org.key, bootstrap: refused })
  const messages: string[] = []
  flags.on('error', ({ error }) => messages.push(error.message))
  expect(flags.booleanDetails(key, {}, false).error).toBe('NOT_READY')
  expect(await flags.ready()).toBe(true)
  expect(flags.boolean(key, {}, false)).toBe(true)
  expect(messages).toEqual(['The bootstrap cannot be read: it is not a bundle of flags.'])
})

test('a change comes as a patch of what is known', async () => {
  const { org, key, turn } = await openOrganization()
  let sent = ''
  const listen = async (init: RequestInit, address: string): Promise<Response> => {
    const { body, headers } = await globalThis.fetch(address, init)
    const text = new TextDecoder()
    const transform = (chunk: Uint8Array, next: TransformStreamDefaultController) => {
      sent += text.decode(chunk, { stream: true })
      next.enqueue(chunk)
    }
    return new Response(body?.pipeThrough(new TransformStream({ transform })), { headers })
  }
  const { fetch, of } = recordedFetch((path, init, address) =>
    path === '/v1/stream' ? listen(init, address) : undefined,
  )
  const flags = openTestFlags({ url, key: org.key, fetch })
  await flags.ready()
  await turn(false)
  await vi.waitFor(() => expect(flags.boolean(key, {}, true)).toBe(false))
  await org.patch(`${org.base}/flags/${key}`, { archived: true })
  await vi.waitFor(() => expect(flags.booleanDetails(key, {}, true).error).toBe('FLAG_NOT_FOUND'))
  expect(sent.match(/(?<=^event: ).*$/gm)).toEqual(['bundle', 'patch', 'patch'])
  expect(of('/v1/stream')).toHaveLength(1)
})

test('a segment that is saved changes the flags that name it', async () => {
  const { org, key } = await openOrganization()
  const segment = await org.createSegment()
  const save = (version: number, included: string[]) => org.put(org.segmentAt(segment.key), { version, included })
  await save(1, ['ada'])
  const rule = { id: 'rule_1', conditions: [{ operator: 'in_segment', value: segment.key }], value: false }
  await org.put(org.at(key), config({ version: 2, defaultValue: true, rules: [rule] }))
  const flags = openTestFlags({ url, key: org.key })
  await flags.ready()
  expect(flags.boolean(key, { userId: 'ada' }, true)).toBe(false)
  const changed = vi.fn()
  flags.on('changed', changed)
  await save(2, ['bob'])
  await vi.waitFor(() => expect(changed).toHaveBeenCalledWith({ keys: [key] }))
  expect(flags.boolean(key, { userId: 'ada' }, false)).toBe(true)
  expect(flags.boolean(key, { userId: 'bob' }, true)).toBe(false)
})

test('where there is no stream, flags are asked for, and sent only when they changed', async () => {
  const { org, key, turn } = await openOrganization()
  const { fetch, of } = recordedFetch((path) =>
    path === '/v1/stream' ? new Response('a page', { headers: { 'content-type': 'text/html' } }) : undefined,
  )
  const flags = openTestFlags({ url, key: org.key, fetch })
  await flags.ready()
  await vi.waitFor(
    () =>
      expect(
        of('/v1/bundle')
          .map(({ status }) => status)
          .slice(0, 2),
      ).toEqual([200, 304]),
    20_000,
  )
  await turn(false)
  await vi.waitFor(() => expect(flags.boolean(key, {}, true)).toBe(false))
  expect(of('/v1/bundle').at(1)?.headers.get('if-none-match')).toMatch(/^"\d+"$/)
})

test('a stream that was cut off goes on from where it was', async () => {
  const { org, key, turn } = await openOrganization()
  const cut = new AbortController()
  let isAway = false
  const { fetch, of } = recordedFetch((path, init, address) => {
    if (isAway) throw new TypeError('the network is gone')
    if (path !== '/v1/stream' || cut.signal.aborted) return undefined
    return globalThis.fetch(address, {
      ...init,
      signal: AbortSignal.any([cut.signal, init.signal as AbortSignal]),
    })
  })
  const flags = openTestFlags({ url, key: org.key, fetch })
  await flags.ready()
  const told: string[] = []
  for (const name of ['stale', 'ready', 'changed', 'error'] as const) flags.on(name, () => told.push(name))
  isAway = true
  cut.abort()
  await vi.waitFor(() => expect(flags.status).toBe('stale'))
  expect(flags.boolean(key, {}, false)).toBe(true)
  const attempts = of('/v1/bundle').length
  await vi.waitFor(() => expect(of('/v1/bundle').length).toBeGreaterThan(attempts + 1))
  isAway = false
  await vi.waitFor(() => expect(flags.status).toBe('ready'))
  await turn(false)
  await vi.waitFor(() => expect(told).toEqual(['stale', 'error', 'ready', 'changed']))
  expect(of('/v1/stream').at(-1)?.headers.get('last-event-id')).toMatch(/^\d+$/)
  expect(of('/v1/stream').at(0)?.headers.has('last-event-id')).toBe(false)
})

test('a refused key is told, nobody waits for it, and what is there goes on answering', async () => {
  const error = vi.fn()
  const flags = openTestFlags({ url, key: `sk_${'0'.repeat(43)}` })
  flags.on('error', ({ error: { code } }) => error(code))
  expect(await flags.ready()).toBe(false)
  expect(error).toHaveBeenCalledWith('KEY_REFUSED')
  expect(flags.error).toMatchObject({ code: 'KEY_REFUSED' })
})

test.each([undefined, '', 'flags'])(
  'the address %o is told as wrong, and flags have their fallbacks',
  async (wrong) => {
    const telemetry = { url: wrong as string }
    const flags = openTestFlags({ url: wrong as string, telemetry })
    await vi.waitFor(() => expect(flags.error).toMatchObject({ code: 'UNREACHABLE' }))
    expect(flags.boolean('new-checkout', { userId: 'ada' }, true)).toBe(true)
  },
)

test('waiting ends when it has been long enough, and with close', async () => {
  const flags = openTestFlags()
  expect(await flags.ready(1)).toBe(false)
  const ready = flags.ready()
  await flags.close()
  expect(await ready).toBe(false)
})

test.each([Number.POSITIVE_INFINITY, 2 ** 31])('who waits %s ms waits until there are flags', async (timeoutMs) => {
  const { org } = await openOrganization()
  let isAway = true
  const { fetch } = recordedFetch(() => (isAway ? new Response('', { status: 503 }) : undefined))
  const flags = openTestFlags({ url, key: org.key, fetch })
  const ready = flags.ready(timeoutMs)
  await vi.waitFor(() => expect(flags.error).toMatchObject({ code: 'UNREACHABLE' }))
  isAway = false
  expect(await ready).toBe(true)
  expect(flags.error).toBeUndefined()
})

test('a bootstrap bundle answers at once, until Bunting does', async () => {
  const { org, key } = await openOrganization()
  const flags = openTestFlags({
    url,
    key: org.key,
    bootstrap: bundle({ [key]: { defaultValue: false } }, { revision: 9_999 }),
  })
  expect(flags.boolean(key, {}, true)).toBe(false)
  expect(await flags.ready()).toBe(true)
  await vi.waitFor(() => expect(flags.boolean(key, {}, false)).toBe(true))
})

test('a flag that cannot be read gives the fallback and an error, and costs the others nothing', async () => {
  const errors: string[] = []
  const broken = bundle({ well: { defaultValue: true }, broken: {}, odd: { rules: 'none' as never } })
  Object.assign(broken.flags.broken as object, { config: null })
  const answer = (path: string) =>
    path === '/v1/bundle' ? Response.json(broken, { headers: { etag: '"1"' } }) : new Response('', { status: 503 })
  const flags = openTestFlags({ fetch: recordedFetch(answer).fetch })
  flags.on('error', ({ error }) => errors.push(error.message))
  await flags.ready()
  expect(flags.boolean('well', {}, false)).toBe(true)
  for (const key of ['broken', 'odd']) {
    expect(flags.booleanDetails(key, {}, true)).toEqual({ value: true, reason: 'ERROR', error: 'GENERAL' })
    expect(errors).toContain(`The flag "${key}" cannot be read.`)
  }
  expect(Object.keys(flags.all({}))).toEqual(['well'])
})

test('a listener that throws is told of, and harms nobody', async () => {
  const { org } = await openOrganization()
  const flags = openTestFlags({ url, key: org.key })
  const codes: string[] = []
  flags.on('ready', () => {
    throw new Error('mine')
  })
  flags.on('error', ({ error }) => codes.push(error.code))
  expect(await flags.ready()).toBe(true)
  expect(codes).toEqual(['LISTENER'])
})
