import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { ApiError, createClient, endpoints, limits, manifestEndpoints, signInPages } from '@bunting/contract'
import { getRequestListener } from '@hono/node-server'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../../src/http/server/listen.ts'
import { managementApp } from '../../src/management/app.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { unboundedRoom } from '../../src/testing/servers/unbounded.ts'

const server = await startTestServer()

test('the OpenAPI document is valid, and describes every endpoint', async () => {
  const response = await server.fetch('/openapi.json')
  const document = (await response.json()) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const result = await new Validator().validate(document as never)
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(document.openapi).toMatch(/^3\.1/)
  const described = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.operationId))
  expect(described.sort()).toEqual(
    [...Object.keys(endpoints), ...Object.keys(signInPages), ...Object.keys(manifestEndpoints)].sort(),
  )
})

test('the Delivery API has a valid document as well', async () => {
  const document = await (await server.fetch('/openapi-delivery.json')).json()
  expect((await new Validator().validate(document as never)).errors).toBeUndefined()
  const servers = [{ url: server.deliveryUrl }]
  expect(document).toMatchObject({ openapi: '3.1.0', servers, paths: { '/v1/evaluate': { post: {} } } })
})

test.each(['/docs', '/docs/delivery'])('the reference pages at %s come whole from this server', async (at) => {
  const page = await (await server.fetch(at)).text()
  expect(page).not.toMatch(/https?:/)
  for (const [, file] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const response = await server.fetch(file as string)
    expect(response.status, file).toBe(200)
    expect((await response.text()).length).toBeGreaterThan(50)
  }
  const policy = (await server.fetch(at)).headers.get('content-security-policy') ?? ''
  const own = [
    "default-src 'none'",
    "script-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  expect(policy.split('; ')).toEqual(expect.arrayContaining(own))
})

test('the typed client reaches the API, and its errors say what and which request', async () => {
  const org = await server.newOrganization()
  const fetch = ((address: string, init: RequestInit) =>
    server.fetch(new URL(address).pathname + new URL(address).search, init)) as typeof globalThis.fetch
  const client = createClient({ baseUrl: 'http://management.test/', key: org.key, fetch })
  const params = { projectId: org.project.id }
  const flag = await client.createFlag({ params, body: { key: 'typed', name: 'Typed', type: 'boolean' } })
  expect(flag).toMatchObject({ key: 'typed', clientSafe: false })
  const page = await client.listFlags({ params, query: { limit: 1, search: 'TYP' } })
  expect(page.items.map((one) => one.key)).toEqual(['typed'])
  const failure = await client
    .createFlag({ params, body: { key: 'typed', name: '', type: 'boolean' } })
    .catch((error) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'name', message: 'must not be empty' }] })
  expect(failure.requestId).toMatch(/^[\w-]{36}$/)
})

test('every answer carries a request id: the caller’s where it is sane', async () => {
  const idFor = async (sent?: string) => {
    const response = await server.fetch('/healthz', sent === undefined ? {} : { headers: { 'x-request-id': sent } })
    return response.headers.get('x-request-id')
  }
  expect(await idFor()).toMatch(/^[0-9a-f-]{36}$/)
  expect(await idFor('trace-1.2:3_4')).toBe('trace-1.2:3_4')
  expect(await idFor('<script>')).not.toBe('<script>')
  expect(await idFor('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/)
  expect((await server.fetch('/nowhere')).headers.get('x-request-id')).toBeTruthy()
})

test('unknown addresses are 404, known ones with another method 405 with what is allowed, both before any key', async () => {
  const nowhere = await server.send('GET', '/v1/nowhere')
  expect(nowhere).toMatchObject({ status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } })
  const wrong = await server.send('PUT', '/v1/projects')
  expect(wrong).toMatchObject({ status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } })
  expect(wrong.headers.get('allow')).toBe('POST, GET')
})

test('what the path names is looked for before the body is read', async () => {
  const org = await server.newOrganization()
  const answer = await org.put(`${org.base}/environments/env_nobody/flags/nobody`, '{broken')
  expect(answer.status).toBe(404)
})

test('health, readiness and metrics need no key, and readiness names what does not answer', async () => {
  expect(await (await server.fetch('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await server.fetch('/readyz')).json()).toEqual({ status: 'ready' })
  const metrics = await (await server.fetch('/metrics')).text()
  expect(metrics).toContain('bunting_http_request_duration_seconds_count')
  const broken = managementApp(server.deps, { checks: { database: () => Promise.reject(new Error('gone')) } })
  const response = await broken.request('/readyz')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ status: 'unavailable', failing: ['database'] })
  const hanging = managementApp(server.deps, { checks: { database: () => new Promise(() => undefined) } })
  expect((await hanging.request('/readyz')).status).toBe(503)
})

test('what most of it goes on without is named, and the rest is ready', async () => {
  const checks = { database: () => Promise.resolve() }
  const without = managementApp(server.deps, { checks, degrading: { edge: () => Promise.reject(new Error('gone')) } })
  const response = await without.request('/readyz')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ready', degraded: ['edge'] })
})

test('a fault of ours is a 500 that tells nothing, and a line in the log that tells all', async () => {
  const org = await server.newOrganization()
  const flags = { ...server.deps.store.flags, list: () => Promise.reject(new Error('secret detail')) }
  const app = managementApp({ ...server.deps, store: { ...server.deps.store, flags } }, { checks: {} })
  const response = await app.request(`${org.base}/flags`, {
    headers: { authorization: `Bearer ${org.key}`, 'x-request-id': 'fault-1' },
  })
  expect(response.status).toBe(500)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'INTERNAL_ERROR' } })
  expect(text).not.toContain('secret')
  expect(server.logged.some((line) => line.includes('secret detail') && line.includes('fault-1'))).toBe(true)
})

/** Sends a body one byte at a time. Counts the cost rather than timing it: copied bytes, and parts that were passed on. */
const sendInBytes = async (port: number | string, path: string, key: string, body: string) => {
  const copied = { bytes: 0 }
  const count = (at: object, name: string, bytesOf: (args: never[], result: never) => number) => {
    const real = (at as Record<string, (...args: never[]) => never>)[name] as (...args: never[]) => never
    const counting = function (this: unknown, ...args: never[]) {
      const result = real.apply(this, args)
      copied.bytes += bytesOf(args, result)
      return result
    }
    return vi.spyOn(at as { [name]: typeof counting }, name as never).mockImplementation(counting as never)
  }
  const handedOn = vi.spyOn(Readable.prototype, 'push')
  const spies = [
    count(Buffer, 'concat', (_, result: Buffer) => result.length),
    count(Buffer.prototype, 'copy', (_, length: number) => length),
    count(Uint8Array.prototype, 'set', ([part]: { length: number }[]) => part?.length ?? 0),
    handedOn,
  ]
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const chunks = [...body].map((byte) => `1\r\n${byte}\r\n`).join('')
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`
  socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  const parts = handedOn.mock.calls.length
  for (const spy of spies) spy.mockRestore()
  return { status: Number(String(answer).slice(9, 12)), copiedBytes: copied.bytes, parts }
}

test('a body that comes a byte at a time costs little more than one that comes whole, on both listeners', async () => {
  const org = await server.newOrganization()
  const listener = await listen(
    { listener: getRequestListener((request) => server.fetch(new URL(request.url).pathname, request)) },
    '127.0.0.1',
    0,
    unboundedRoom,
  )
  onTestFinished(listener.close)
  const doors = [
    {
      port: new URL(server.deliveryUrl).port,
      path: '/v1/evaluate',
      body: '{"flagKey":"any","context":{}}',
      status: 200,
    },
    { port: listener.port, path: '/v1/projects', body: '{"name":"Bytes","slug":"bytes"}', status: 201 },
  ]
  const max = limits.deliveryBodyBytes
  for (const { port, path, body, status } of doors) {
    const answer = await sendInBytes(port, path, org.key, body.padEnd(max))
    expect(answer.status, path).toBe(status)
    expect(answer.copiedBytes, path).toBeLessThan(8 * max)
    expect(answer.parts, path).toBeLessThan(max / 100)
  }
  const tooLarge = await sendInBytes(new URL(server.deliveryUrl).port, '/v1/evaluate', org.key, ' '.repeat(max + 1))
  expect(tooLarge.status).toBe(413)
})
