import { ApiError, createClient, endpoints, signInPages } from '@bunting/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { managementApp } from '../../src/management/app.ts'
import { config } from '../../src/testing/test-organization.ts'
import { startTestServer } from '../../src/testing/test-server.ts'

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
  expect(described.sort()).toEqual([...Object.keys(endpoints), ...Object.keys(signInPages)].sort())
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
  expect((await server.fetch(at)).headers.get('content-security-policy')).toContain("script-src 'self'")
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

test('a page of flags takes the same few queries however many flags and environments there are', async () => {
  const org = await server.newOrganization()
  const queriesOf = async (work: () => Promise<unknown>) => {
    const count = async () => {
      const metrics = await (await server.fetch('/metrics')).text()
      const counts = [...metrics.matchAll(/^bunting_database_query_duration_seconds_count\{.*\} (\d+)$/gm)]
      return counts.reduce((sum, match) => sum + Number(match[1]), 0)
    }
    await server.deps.publisher.close()
    const before = await count()
    await work()
    return (await count()) - before
  }
  for (let made = 0; made < 30; made++) {
    const flag = await org.createFlag()
    for (const slug of ['production', 'staging', 'development']) await org.put(org.at(flag.key, slug), config())
  }
  const page = (limit: number) => queriesOf(() => org.get(`${org.base}/flags?limit=${limit}`))
  // The key, the project, the flags, their versions.
  expect([await page(1), await page(30)]).toEqual([4, 4])
  const flags = await org.walk(`${org.base}/flags`)
  expect(flags.map((flag) => Object.keys(flag.versions).length)).toEqual(Array.from({ length: 30 }, () => 3))
})
