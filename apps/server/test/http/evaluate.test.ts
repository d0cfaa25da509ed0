import { expect, test, vi } from 'vitest'
import type { Edge } from '../../src/edge/edge.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const state = { readable: true }
const server = await startTestServer({
  wrapEdge: (edge): Edge => ({
    ...edge,
    readBundle: (id) => (state.readable ? edge.readBundle(id) : Promise.reject(new Error('away'))),
    readKey: (hash) => (state.readable ? edge.readKey(hash) : Promise.reject(new Error('away'))),
  }),
})

/** An organization with a flag, and a client for its Delivery. */
const open = async (fields: object = {}, flagConfig: object = {}) => {
  const org = await server.newOrganization()
  const flag = await org.createFlag(fields)
  await org.put(org.at(flag.key), config(flagConfig))
  return { org, flag, delivery: deliveryClient(server.deliveryUrl, org.key) }
}

test('an evaluation answers with exactly the fields of the document', async () => {
  const { flag, delivery } = await open(
    {},
    { rules: [{ id: 'staff', value: true, conditions: [{ attribute: 'staff', operator: 'equals', value: true }] }] },
  )
  const matched = await delivery.evaluate(flag.key, { attributes: { staff: true } })
  expect(matched.status).toBe(200)
  expect(matched.body).toEqual({
    flagKey: flag.key,
    value: true,
    reason: 'RULE_MATCH',
    ruleId: 'staff',
    requestId: matched.headers.get('x-request-id'),
  })
  expect((await delivery.evaluate(flag.key)).body).toMatchObject({ value: false, reason: 'DEFAULT' })
})

test('an unknown flag, one without a version here, and a hidden one for a client key look the same', async () => {
  const { org, flag, delivery } = await open()
  const bare = await org.createFlag()
  const client = deliveryClient(server.deliveryUrl, (await org.createKey({ type: 'client' })).key)
  for (const [caller, key] of [
    [delivery, 'nobody'],
    [delivery, bare.key],
    [client, flag.key],
    [client, '__proto__'],
  ] as const) {
    const { status, body } = await caller.evaluate(key)
    expect(status).toBe(200)
    expect(body).toEqual({ flagKey: key, value: null, reason: 'FLAG_NOT_FOUND', requestId: expect.any(String) })
  }
  await org.patch(`${org.base}/flags/${flag.key}`, { clientSafe: true })
  await vi.waitFor(async () => expect((await client.evaluate(flag.key)).body.reason).toBe('DEFAULT'))
})

test('a bulk evaluation answers for each flag, with its meta', async () => {
  const { org, flag, delivery } = await open()
  const { status, body, headers } = await delivery.bulk([flag.key, 'nobody', flag.key, '__proto__'])
  expect(status).toBe(200)
  expect(body.results).toEqual({
    [flag.key]: { value: false, reason: 'DEFAULT' },
    nobody: { value: null, reason: 'FLAG_NOT_FOUND' },
    ['__proto__']: { value: null, reason: 'FLAG_NOT_FOUND' },
  })
  expect(body.meta).toEqual({
    environmentId: org.environmentId('development'),
    evaluatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    cacheAge: expect.any(Number),
    requestId: headers.get('x-request-id'),
  })
  expect(headers.get('etag')).toBe((await delivery.bundle()).headers.get('etag'))
})

test('what is wrong with a body is named, and what it has beyond is ignored', async () => {
  const { flag, delivery } = await open()
  const send = (body: unknown) => delivery.send('POST', '/v1/evaluate', body)
  expect(await send({ flagKey: 7, context: { userId: 1, attributes: { a: {} } } })).toMatchObject({
    status: 422,
    body: {
      error: {
        code: 'VALIDATION_ERROR',
        details: [
          { path: 'flagKey', message: 'must be string' },
          { path: 'context.userId', message: 'must be string' },
          { path: 'context.attributes.a', message: 'must be string, number, boolean or an array of these' },
        ],
      },
    },
  })
  expect((await send({ flagKey: flag.key })).body.error.details).toEqual([{ path: 'context', message: 'is required' }])
  for (const body of ['[]', 'null', '7']) expect((await send(body)).status).toBe(422)
  for (const body of ['{', 'x', ''])
    expect(await send(body)).toMatchObject({ status: 400, body: { error: { code: 'INVALID_JSON' } } })
  expect(
    (await send({ flagKey: flag.key, context: { attributes: null, userId: null, more: {} }, more: 1 })).status,
  ).toBe(200)
  const attributes = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`a${at}`, at]))
  expect((await send({ flagKey: flag.key, context: { attributes } })).status).toBe(422)
  expect((await send({ flagKey: flag.key, context: { attributes: { a: 'x'.repeat(1_025) } } })).status).toBe(422)
  const bulk = (flags: unknown) => delivery.send('POST', '/v1/evaluate/bulk', { flags, context: {} })
  for (const flags of [[], Array(101).fill('a'), 'a', [1], undefined]) expect((await bulk(flags)).status).toBe(422)
})

test('bodies over 64 KiB and other media types are refused', async () => {
  const { delivery } = await open()
  const large = await delivery.send('POST', '/v1/evaluate', { flagKey: 'x'.repeat(64 * 1024), context: {} })
  expect(large).toMatchObject({ status: 413, body: { error: { code: 'PAYLOAD_TOO_LARGE' } } })
  const other = await delivery.send('POST', '/v1/evaluate', '{}', { 'content-type': 'text/plain' })
  expect(other).toMatchObject({ status: 415, body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } } })
})

test('a key is needed, a cookie is none, and a key without the evaluate scope is refused', async () => {
  const { org } = await open()
  const call = async (headers: Record<string, string>) => {
    const response = await fetch(`${server.deliveryUrl}/v1/evaluate`, { method: 'POST', headers, body: '{}' })
    return ((await response.json()) as { error: { code: string } }).error.code
  }
  expect(await call({})).toBe('UNAUTHORIZED')
  expect(await call({ cookie: 'session=x' })).toBe('UNAUTHORIZED')
  expect(await call({ authorization: 'Bearer nonsense' })).toBe('INVALID_API_KEY')
  expect(await call({ authorization: `Bearer sk_${'x'.repeat(43)}` })).toBe('INVALID_API_KEY')
  const { key } = await org.createKey({ scopes: ['manage'] })
  expect(await call({ authorization: `Bearer ${key}` })).toBe('FORBIDDEN')
})

test('where the bundle or the key cannot be read, the 503 has the document’s body', async () => {
  const org = await server.newOrganization()
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  state.readable = false
  try {
    const single = await delivery.evaluate('a')
    expect(single).toMatchObject({ status: 503 })
    expect(single.body).toEqual({ flagKey: 'a', value: null, reason: 'ERROR' })
    const bulk = await delivery.bulk(['a', 'b'])
    expect(bulk).toMatchObject({ status: 503 })
    expect(bulk.body).toEqual({
      results: { a: { value: null, reason: 'ERROR' }, b: { value: null, reason: 'ERROR' } },
      meta: { environmentId: '', evaluatedAt: expect.any(String), cacheAge: 0 },
    })
    expect((await delivery.bundle()).status).toBe(503)
  } finally {
    state.readable = true
  }
  expect((await delivery.evaluate('a')).status).toBe(200)
})

test('a bundle that is known goes on being served while the edge is away', async () => {
  const { flag, delivery } = await open()
  expect((await delivery.evaluate(flag.key)).status).toBe(200)
  state.readable = false
  try {
    expect((await delivery.evaluate(flag.key)).body).toMatchObject({ value: false, reason: 'DEFAULT' })
  } finally {
    state.readable = true
  }
})

test('the bundle is for server keys, with its revision as ETag', async () => {
  const { org, flag, delivery } = await open()
  const { status, body, headers } = await delivery.bundle()
  expect(status).toBe(200)
  expect(body).toEqual({
    format: 2,
    environmentId: org.environmentId('development'),
    revision: expect.any(Number),
    flags: { [flag.key]: { id: flag.id, type: 'boolean', clientSafe: false, config: config() } },
    segments: {},
  })
  const etag = headers.get('etag') as string
  expect(etag).toBe(`"${body.revision}"`)
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const again = await delivery.bundle({ 'if-none-match': tag })
    expect(again).toMatchObject({ status: 304, body: undefined })
    expect(again.headers.get('etag')).toBe(etag)
  }
  await org.put(org.at(flag.key), config({ version: 2 }))
  await vi.waitFor(async () => expect((await delivery.bundle({ 'if-none-match': etag })).status).toBe(200))
  const client = deliveryClient(server.deliveryUrl, (await org.createKey({ type: 'client' })).key)
  expect(await client.bundle()).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
})

test('any origin may call, without credentials', async () => {
  const { flag, delivery } = await open()
  const preflight = await fetch(`${server.deliveryUrl}/v1/evaluate`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization.*traceparent, tracestate/)
  expect(preflight.headers.get('access-control-max-age')).toBe('86400')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  const body = { flagKey: flag.key, context: {} }
  const { headers } = await delivery.send('POST', '/v1/evaluate', body, { origin: 'https://shop.example' })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toContain('ETag')
})

test('addresses and methods that are not there are told', async () => {
  const { delivery } = await open()
  expect(await delivery.send('GET', '/v1/nowhere')).toMatchObject({
    status: 404,
    body: { error: { code: 'RESOURCE_NOT_FOUND' } },
  })
  const wrong = await delivery.send('GET', '/v1/evaluate')
  expect(wrong).toMatchObject({ status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } })
  expect(wrong.headers.get('allow')).toBe('POST, OPTIONS')
  for (const path of ['/healthz', '/readyz']) expect((await delivery.send('GET', path)).status).toBe(200)
  const metrics = await (await fetch(`${server.deliveryUrl}/metrics`)).text()
  expect(metrics).toMatch(/bunting_delivery_requests_total\{route="\/v1\/evaluate",status="405"\} \d+/)
})

test('the country of a trusted proxy is read where the attribute is missing, and only its', async () => {
  const trusting = await startTestServer({ delivery: { countryHeader: 'x-country' } })
  const org = await trusting.newOrganization()
  const flag = await org.createFlag()
  const conditions = [{ attribute: 'country', operator: 'geo_country', value: ['DE', 'at'] }]
  await org.put(org.at(flag.key), config({ rules: [{ value: true, conditions }] }))
  const { send } = deliveryClient(trusting.deliveryUrl, org.key)
  const ask = async (context: object, headers = {}) =>
    (await send('POST', '/v1/evaluate', { flagKey: flag.key, context }, headers)).body.value
  expect(await ask({}, { 'x-country': 'de' })).toBe(true)
  expect(await ask({ attributes: { country: 'FR' } }, { 'x-country': 'de' })).toBe(false)
  expect(await ask({ attributes: { country: 'AT' } })).toBe(true)
  expect(await ask({ proxyCountry: 'DE' })).toBe(false)
})
