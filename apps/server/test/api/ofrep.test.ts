import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { Edge } from '../../src/edge/edge.ts'
import { deliveryClient } from '../../src/testing/delivery-client.ts'
import { openEventStream } from '../../src/testing/event-stream.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'
import { startTestServer } from '../../src/testing/test-server.ts'

/** The real edge, with switches. */
const edgeIs = { keysAway: false, bundlesAway: false, silent: false }
const refused = vi.fn(() => Promise.reject(new Error('the edge is down')))
const wrapEdge = (edge: Edge): Edge => ({
  ...edge,
  readKey: async (hash) => (edgeIs.keysAway ? refused() : edge.readKey(hash)),
  readBundle: async (id) => (edgeIs.bundlesAway ? refused() : edge.readBundle(id)),
  onNotice: (listener) => edge.onNotice((notice) => edgeIs.silent || listener(notice)),
})
const withEdge = async <Result>(mode: keyof typeof edgeIs, work: () => Promise<Result>): Promise<Result> => {
  edgeIs[mode] = true
  try {
    return await work()
  } finally {
    edgeIs[mode] = false
  }
}

const server = await startTestServer({ wrapEdge, delivery: { countryHeader: 'x-country' } })
const flags = '/ofrep/v1/evaluate/flags'

const ask = (key: string, flagKey: string, context: unknown = {}) =>
  deliveryClient(server.deliveryUrl, key).send('POST', `${flags}/${flagKey}`, { context })

const askAll = (key: string, context: unknown = {}, headers: Record<string, string> = {}, query = '') =>
  deliveryClient(server.deliveryUrl, key).send('POST', `${flags}${query}`, { context }, headers)

const addFlag = async (org: TestOrganization, fields: object = {}, flagFields: object = {}): Promise<string> => {
  const { key } = await org.createFlag(flagFields)
  await org.put(org.at(key), config(fields))
  return key
}

const rule = (fields: object) => ({ id: 'rule-1', name: 'one', conditions: [], value: true, ...fields })
const when = (attribute: string, value: unknown) => rule({ conditions: [{ attribute, operator: 'equals', value }] })

const revoke = (org: TestOrganization, id: string) =>
  org.delete(`${org.base}/environments/${org.environmentId('development')}/api-keys/${id}`)

describe('a single flag', () => {
  test('is answered with its key, value, reason and version', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { defaultValue: true })
    const { status, headers, body } = await ask(org.key, key)
    expect({ status, body }).toEqual({
      status: 200,
      body: { key, value: true, reason: 'STATIC', metadata: { version: 1 } },
    })
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('x-request-id')).toMatch(/./)
  })

  const forBob = [when('userId', 'bob')]
  const reasons: [title: string, fields: object, answer: object][] = [
    ['no rules: STATIC', {}, { value: false, reason: 'STATIC', metadata: { version: 1 } }],
    ['rules that are all off: STATIC', { rules: [rule({ enabled: false })] }, { value: false, reason: 'STATIC' }],
    ['rules that do not match: DEFAULT', { rules: forBob }, { value: false, reason: 'DEFAULT' }],
    ['off: DISABLED', { enabled: false, rules: [rule({})] }, { value: false, reason: 'DISABLED' }],
    [
      'a rule that matches: TARGETING_MATCH',
      { rules: [when('userId', 'ann')] },
      { value: true, reason: 'TARGETING_MATCH', metadata: { version: 1, ruleId: 'rule-1' } },
    ],
    [
      'a rollout: SPLIT',
      { rules: [rule({ rolloutPercentage: 100 })] },
      { value: true, reason: 'SPLIT', metadata: { version: 1, ruleId: 'rule-1' } },
    ],
  ]
  test.each(reasons)('%s', async (_, fields, answer) => {
    const org = await server.newOrganization()
    const { body } = await ask(org.key, await addFlag(org, fields), { targetingKey: 'ann' })
    expect(body).toMatchObject(answer)
  })

  test('has the variant of its value', async () => {
    const org = await server.newOrganization()
    const variants = [{ key: 'sky', value: 'blue' }]
    const key = await addFlag(org, { defaultValue: 'blue', variants }, { type: 'string' })
    expect((await ask(org.key, key)).body).toMatchObject({ value: 'blue', variant: 'sky' })
  })

  test('reads every other property of the context as an attribute', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { rules: [when('age', 7)] })
    expect((await ask(org.key, key, { age: 7 })).body.value).toBe(true)
    expect((await ask(org.key, key, { age: 8 })).body.value).toBe(false)
    expect((await ask(org.key, key, { attributes: { age: 7 } })).body.value).toBe(false)
  })

  test('ignores objects, arrays and nulls in the context, however many', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { rules: [when('age', 7)] })
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`list-${at}`, [at]]))
    const { status, body } = await ask(org.key, key, {
      age: 7,
      targetingKey: null,
      none: null,
      deep: { x: 1 },
      ...many,
    })
    expect({ status, value: body.value }).toEqual({ status: 200, value: true })
  })

  test('may depend on the country that a trusted proxy names', async () => {
    const org = await server.newOrganization()
    const inNorway = rule({ conditions: [{ attribute: 'country', operator: 'geo_country', value: 'NO' }] })
    const key = await addFlag(org, { rules: [inNorway] })
    const client = deliveryClient(server.deliveryUrl, org.key)
    const from = (country: string) =>
      client.send('POST', `${flags}/${key}`, { context: {} }, { 'x-country': country }).then(({ body }) => body.value)
    expect([await from('NO'), await from('SE')]).toEqual([true, false])
  })

  test('that does not exist is a 404 that names it', async () => {
    const org = await server.newOrganization()
    await addFlag(org)
    const { status, body } = await ask(org.key, 'none')
    expect({ status, body }).toEqual({
      status: 404,
      body: { key: 'none', errorCode: 'FLAG_NOT_FOUND', errorDetails: expect.any(String) },
    })
  })

  test('is found by its percent-encoded key', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const encoded = key.replaceAll('-', '%2D')
    expect((await ask(org.key, encoded)).body).toMatchObject({ key, value: false })
  })

  const hostileKeys = [
    ['a%2Fb', 'a/b'],
    ['a/b', 'a/b'],
    ['..%2F..%2Fv1%2Fbundle', '../../v1/bundle'],
    ['%00', '\0'],
    ['%zz', '%zz'],
    ['%ff', '%ff'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['%22%7D%0A', '"}\n'],
    ['x'.repeat(5_000), 'x'.repeat(5_000)],
  ] as const
  test.each(hostileKeys)('with the hostile key %s is just not found', async (sent, key) => {
    const org = await server.newOrganization()
    const { status, body } = await ask(org.key, sent)
    expect({ status, body }).toMatchObject({ status: 404, body: { key, errorCode: 'FLAG_NOT_FOUND' } })
  })

  test('that is not client-safe does not exist for a client key', async () => {
    const org = await server.newOrganization()
    const [hidden, open] = [await addFlag(org), await addFlag(org, {}, { clientSafe: true })]
    const client = await org.createKey({ type: 'client' })
    expect(await ask(client.key, open)).toMatchObject({ status: 200, body: { key: open } })
    expect(await ask(client.key, hidden)).toMatchObject({ status: 404, body: { errorCode: 'FLAG_NOT_FOUND' } })
    expect(await ask(org.key, hidden)).toMatchObject({ status: 200 })
  })
})

describe('bad input', () => {
  const bodies: [title: string, body: string, errorCode: string, details: RegExp][] = [
    ['no JSON', '{', 'PARSE_ERROR', /JSON/],
    ['no body', '', 'PARSE_ERROR', /JSON/],
    ['no object', '[]', 'INVALID_CONTEXT', /object/],
    ['no context', '{}', 'INVALID_CONTEXT', /context is required/],
    ['a context of null', '{"context":null}', 'INVALID_CONTEXT', /context must be an object/],
    ['a list as context', '{"context":[]}', 'INVALID_CONTEXT', /context must be an object/],
    ['a number as targetingKey', '{"context":{"targetingKey":7}}', 'INVALID_CONTEXT', /context\.targetingKey must/],
    ['a text too long', `{"context":{"a":"${'x'.repeat(1_025)}"}}`, 'INVALID_CONTEXT', /context\.a must/],
    [
      'too many attributes',
      JSON.stringify({ context: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, at])) }),
      'INVALID_CONTEXT',
      /context must have at most 100/,
    ],
  ]
  test.each(bodies)('%s is a 400 in the form of OFREP', async (_, body, errorCode, details) => {
    const org = await server.newOrganization()
    const client = deliveryClient(server.deliveryUrl, org.key)
    const errorDetails = expect.stringMatching(details)
    const one = await client.send('POST', `${flags}/some-flag`, body)
    expect(one).toMatchObject({ status: 400 })
    expect(one.body).toEqual({ key: 'some-flag', errorCode, errorDetails })
    const all = await client.send('POST', flags, body)
    expect(all).toMatchObject({ status: 400 })
    expect(all.body).toEqual({ errorCode, errorDetails })
  })

  test('of any other kind is answered as everywhere', async () => {
    const org = await server.newOrganization()
    const client = deliveryClient(server.deliveryUrl, org.key)
    const large = { context: { text: 'x'.repeat(70_000) } }
    expect(await client.send('POST', flags, large)).toMatchObject({
      status: 413,
      body: { error: { code: 'PAYLOAD_TOO_LARGE' } },
    })
    expect(await client.send('POST', flags, {}, { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    })
    const wrongMethod = await client.send('GET', `${flags}/some-flag`)
    expect(wrongMethod).toMatchObject({ status: 405 })
    expect(wrongMethod.headers.get('allow')).toBe('POST, OPTIONS')
    expect(await client.send('POST', `${flags}/`, { context: {} })).toMatchObject({
      status: 404,
      body: { error: { code: 'RESOURCE_NOT_FOUND' } },
    })
  })
})

describe('keys', () => {
  test('come as X-API-Key, too', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const sent = (apiKey: string) =>
      fetch(`${server.deliveryUrl}${flags}/${key}`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: '{"context":{}}',
      }).then((response) => response.status)
    expect([await sent(org.key), await sent('sk_wrong')]).toEqual([200, 401])
  })

  test('that are missing, wrong or without the scope are refused as everywhere', async () => {
    const org = await server.newOrganization()
    const nobody = await fetch(`${server.deliveryUrl}${flags}`, { method: 'POST', body: '{}' })
    expect([nobody.status, await nobody.json()]).toMatchObject([401, { error: { code: 'UNAUTHORIZED' } }])
    expect(await askAll(`${org.key}x`)).toMatchObject({ status: 401, body: { error: { code: 'INVALID_API_KEY' } } })
    const sender = await org.createKey({ scopes: ['telemetry'] })
    expect(await askAll(sender.key)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
  })

  test('have their rate limit here as well', async () => {
    const limited = await startTestServer({ delivery: { serverLimit: { rate: 0.001, burst: 1 } } })
    const org = await limited.newOrganization()
    const client = deliveryClient(limited.deliveryUrl, org.key)
    expect((await client.send('POST', flags, { context: {} })).headers.get('ratelimit-remaining')).toBe('0')
    const tooMany = await client.send('POST', `${flags}/some-flag`, { context: {} })
    expect(tooMany).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('an edge that cannot be read', () => {
  const general = { errorCode: 'GENERAL', errorDetails: expect.any(String) }

  test.each(['keysAway', 'bundlesAway'] as const)('is a 500 GENERAL (%s)', async (mode) => {
    const org = await server.newOrganization()
    await withEdge(mode, async () => {
      const one = await ask(org.key, 'some-flag')
      expect([one.status, one.body]).toEqual([500, { key: 'some-flag', ...general }])
      const all = await askAll(org.key)
      expect([all.status, all.body]).toEqual([500, general])
    })
    expect((await askAll(org.key)).status).toBe(200)
  })
})

test('browsers may call from any origin, and are not counted by flag', async () => {
  const path = `${server.deliveryUrl}${flags}/counted-flag`
  const preflight = await fetch(path, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/If-None-Match/)
  const org = await server.newOrganization()
  const answer = await askAll(org.key, {}, { origin: 'https://shop.example' })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-expose-headers')).toMatch(/ETag/)
  await ask(org.key, 'counted-flag')
  const metrics = await fetch(`${server.deliveryUrl}/metrics`).then((response) => response.text())
  expect(metrics).toMatch(/requests_total\{route="\/ofrep\/v1\/evaluate\/flags\/\{key\}",status="404"\} \d/)
  expect(metrics).not.toMatch(/counted-flag/)
})

describe('all flags', () => {
  test('are answered as one by one, and with where to hear of changes', async () => {
    const org = await server.newOrganization()
    const keys = [await addFlag(org, { rules: [when('userId', 'ann')] }), await addFlag(org)]
    await org.createFlag()
    const { status, body } = await askAll(org.key, { targetingKey: 'ann' })
    expect(status).toBe(200)
    const single = await Promise.all(keys.map((key) => ask(org.key, key, { targetingKey: 'ann' })))
    expect(body.flags).toEqual(single.map((answer) => answer.body))
    expect(body.flags[0]).toMatchObject({ value: true, reason: 'TARGETING_MATCH' })
    const token = createHash('sha256').update(org.key).digest('hex')
    const requestUri = expect.stringMatching(new RegExp(`^/ofrep/v1/stream\\?token=${token}&since=\\d+$`))
    expect(body.eventStreams).toEqual([{ type: 'sse', endpoint: { requestUri } }])
  })

  test('are for a client key the client-safe ones', async () => {
    const org = await server.newOrganization()
    await addFlag(org)
    const open = await addFlag(org, {}, { clientSafe: true })
    const client = await org.createKey({ type: 'client' })
    const { body } = await askAll(client.key)
    expect(body.flags.map((flag: { key: string }) => flag.key)).toEqual([open])
  })

  test('are not sent again to who has them', async () => {
    const org = await server.newOrganization()
    await addFlag(org)
    const first = await askAll(org.key, { targetingKey: 'ann', age: 7 })
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await askAll(org.key, { targetingKey: 'ann', age: 7 }, { 'if-none-match': sent })
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, etag])
    }
  })

  test('are sent to any other user, key, context or country, whatever tag comes with it', async () => {
    const org = await server.newOrganization()
    await addFlag(org, {}, { clientSafe: true })
    const [other, client] = [await org.createKey(), await org.createKey({ type: 'client' })]
    const context = { targetingKey: 'ann', age: 7 }
    const tag = { 'if-none-match': (await askAll(org.key, context)).headers.get('etag') ?? '' }
    expect((await askAll(org.key, context, tag)).status).toBe(304)
    expect((await askAll(org.key, { ...context, targetingKey: 'bob' }, tag)).status).toBe(200)
    expect((await askAll(org.key, { ...context, age: 8 }, tag)).status).toBe(200)
    expect((await askAll(org.key, { targetingKey: 'ann' }, tag)).status).toBe(200)
    expect((await askAll(org.key, context, { ...tag, 'x-country': 'NO' })).status).toBe(200)
    expect((await askAll(other.key, context, tag)).status).toBe(200)
    expect((await askAll(client.key, context, tag)).status).toBe(200)
  })

  test('are sent again after a change', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const tag = { 'if-none-match': (await askAll(org.key)).headers.get('etag') ?? '' }
    await org.put(org.at(key), config({ version: 2, defaultValue: true }))
    await vi.waitFor(async () =>
      expect(await askAll(org.key, {}, tag)).toMatchObject({
        status: 200,
        body: { flags: [{ value: true, metadata: { version: 2 } }] },
      }),
    )
  })

  test('are current for a client that heard of a change before this instance did', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const before = await askAll(org.key)
    const tag = { 'if-none-match': before.headers.get('etag') ?? '' }
    const told = Number(/since=(\d+)/.exec(before.body.eventStreams[0].endpoint.requestUri)?.[1]) + 1
    await withEdge('silent', async () => {
      await org.put(org.at(key), config({ version: 2, defaultValue: true }))
      expect((await askAll(org.key, {}, tag)).status).toBe(304)
      expect((await askAll(org.key, {}, tag, `?flagConfigEtag=${told - 1}`)).status).toBe(304)
      await vi.waitFor(async () =>
        expect(await askAll(org.key, {}, tag, `?flagConfigEtag=${told}`)).toMatchObject({
          status: 200,
          body: { flags: [{ value: true }] },
        }),
      )
    })
  })

  test('are what is known here where the edge cannot tell of the change that a client heard of', async () => {
    const org = await server.newOrganization()
    await addFlag(org)
    await askAll(org.key)
    await withEdge('bundlesAway', async () => {
      refused.mockClear()
      await vi.waitFor(async () => {
        expect((await askAll(org.key, {}, {}, '?flagConfigEtag=1000000')).status).toBe(200)
        expect(refused).toHaveBeenCalled()
      })
    })
  })
})

describe('the event stream', () => {
  const streamOf = async (key: string): Promise<{ url: string; revision: number }> => {
    const { body } = await askAll(key)
    const { requestUri } = body.eventStreams[0].endpoint
    return { url: `${server.deliveryUrl}${requestUri}`, revision: Number(/since=(\d+)/.exec(requestUri)?.[1]) }
  }
  const change = async (org: TestOrganization, key: string, version: number) => {
    await org.put(org.at(key), config({ version, defaultValue: version % 2 === 0 }))
  }
  const refetch = (revision: number) => ({
    event: 'message',
    id: String(revision),
    data: JSON.stringify({ type: 'refetchEvaluation', etag: String(revision) }),
  })

  test('tells of each change, without any header, and of nothing before', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const { url, revision } = await streamOf(org.key)
    const stream = await openEventStream(url)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    await change(org, key, 2)
    expect(await stream.next()).toEqual(refetch(revision + 1))
    await change(org, key, 3)
    expect(await stream.next()).toEqual(refetch(revision + 2))
    stream.close()
  })

  test('tells a client what it missed between its evaluation and the stream', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const { url, revision } = await streamOf(org.key)
    await change(org, key, 2)
    const stream = await openEventStream(url)
    expect(await stream.next()).toEqual(refetch(revision + 1))
    stream.close()
  })

  test('tells a client that comes back what it missed, and no more', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const { url, revision } = await streamOf(org.key)
    await change(org, key, 2)
    const behind = await openEventStream(url, { 'last-event-id': String(revision) })
    expect(await behind.next()).toEqual(refetch(revision + 1))
    const current = await openEventStream(url, { 'last-event-id': String(revision + 1) })
    await change(org, key, 3)
    expect(await current.next()).toEqual(refetch(revision + 2))
    behind.close()
    current.close()
  })

  test('is for client keys as well, and in browsers', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, {}, { clientSafe: true })
    const client = await org.createKey({ type: 'client' })
    const { url, revision } = await streamOf(client.key)
    const stream = await openEventStream(url, { origin: 'https://shop.example' })
    expect(stream.response.headers.get('access-control-allow-origin')).toBe('*')
    await change(org, key, 2)
    expect(await stream.next()).toEqual(refetch(revision + 1))
    stream.close()
  })

  test('is not opened by a revoked key', async () => {
    const org = await server.newOrganization()
    const { id, key } = await org.createKey()
    const { url } = await streamOf(key)
    await revoke(org, id)
    await vi.waitFor(async () => {
      const response = await fetch(url)
      expect([response.status, await response.json()]).toMatchObject([401, { error: { code: 'INVALID_API_KEY' } }])
    })
  })

  test('is opened by its token alone, which opens nothing else', async () => {
    const org = await server.newOrganization()
    const { url } = await streamOf(org.key)
    const token = new URL(url).searchParams.get('token') ?? ''
    const open = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.deliveryUrl}${path}`, { headers })
      if (response.status !== 200) return (await response.json()).error.code
      await response.body?.cancel()
      return 'open'
    }
    expect(await open(`/ofrep/v1/stream?token=${token}`)).toBe('open')
    expect(await open('/ofrep/v1/stream', { authorization: `Bearer ${org.key}` })).toBe('UNAUTHORIZED')
    for (const wrong of [org.key, 'x', '', token.toUpperCase(), token.replace(/./g, '0')]) {
      expect(await open(`/ofrep/v1/stream?token=${wrong}`)).toBe('INVALID_API_KEY')
    }
    expect(await open(`/v1/stream?key=${token}`)).toBe('INVALID_API_KEY')
    expect(await open('/v1/bundle', { authorization: `Bearer ${token}` })).toBe('INVALID_API_KEY')
    expect((await askAll(token)).status).toBe(401)
  })

  test('is a 500 where the key cannot be read', async () => {
    const org = await server.newOrganization()
    const token = createHash('sha256').update(org.key).digest('hex')
    const response = await withEdge('keysAway', () => fetch(`${server.deliveryUrl}/ofrep/v1/stream?token=${token}`))
    expect([response.status, await response.json()]).toMatchObject([500, { errorCode: 'GENERAL' }])
  })
})
