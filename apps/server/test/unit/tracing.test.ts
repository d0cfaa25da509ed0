import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { beginRequest, traced, tracedFetch, traceIds, traceQuery, traceWith } from '../../src/base/trace.ts'
import { openTracing } from '../../src/otlp/open-tracing.ts'
import { openProvider } from '../../src/sign-in/provider/open-provider.ts'

const exporter = new InMemorySpanExporter()
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })

let heard: IncomingHttpHeaders = {}
const other = createServer(({ headers, url }, response) => {
  heard = headers
  response.writeHead(url?.startsWith('/no') ? 404 : 200).end('{}')
})
await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
const { port } = other.address() as AddressInfo
const address = `http://127.0.0.1:${port}`
afterAll(() => other.close())
beforeEach(() => exporter.reset())

const spans = () => exporter.getFinishedSpans()
const nameless = { sql: 'select 1', durationMs: 1, error: undefined }

test('where nobody collects spans, work is done and requests are sent as they are', async () => {
  expect(beginRequest('GET', '/v1/projects', {})).toBeUndefined()
  expect(await traced('work', {}, async () => 7)).toBe(7)
  traceQuery(nameless)
  expect(traceIds()).toBeUndefined()
  expect((await tracedFetch(address, {})).status).toBe(200)
  expect(heard.traceparent).toBeUndefined()
})

test('a request that is sent is a span, and carries it as its traceparent', async () => {
  traceWith(openTracing(provider.getTracer('test'), 'sqlite'))
  const secret = { headers: { authorization: 'Bearer hush' } }
  await traced('deliver', {}, () => tracedFetch(`${address.replace('//', '//ada:hush@')}/no?token=hush`, secret)).catch(
    () => undefined,
  )
  await traced('deliver', {}, () => tracedFetch(`${address}/no?token=hush`, { ...secret, method: 'POST' }))
  const [sent, work] = spans().slice(-2)
  expect(sent?.attributes).toEqual({
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'server.port': port,
    'url.full': `${address}/no`,
    'http.response.status_code': 404,
    'error.type': '404',
  })
  const { traceId, spanId } = sent?.spanContext() ?? {}
  expect(heard).toMatchObject({ traceparent: `00-${traceId}-${spanId}-01`, authorization: 'Bearer hush' })
  expect(sent?.parentSpanContext?.spanId).toBe(work?.spanContext().spanId)
  expect(JSON.stringify(spans().map(({ attributes }) => attributes))).not.toContain('hush')
})

test('the identity provider is asked that way', async () => {
  const guests = { admins: [], domains: [], groups: new Map() }
  const others = { clientSecret: undefined, scopes: '', trustEmail: false, groupsClaim: undefined, guests }
  const asked = openProvider({ addresses: { issuer: `${address}/` }, clientId: 'bunting', ...others })
  await asked.begin('http://127.0.0.1/back').catch(() => undefined)
  expect(heard.traceparent).toMatch(/^00-/)
  expect(spans()).toMatchObject([{ name: 'GET', attributes: { 'url.full': expect.stringContaining('openid') } }])
})

test('work that fails marks its span by the kind of error alone', async () => {
  const failure = Object.assign(new Error('hush-hush'), { code: '23505' })
  await expect(traced('work', {}, () => Promise.reject(failure))).rejects.toBe(failure)
  expect(spans()).toMatchObject([{ status: { code: 2 }, attributes: { 'error.type': '23505' } }])
  expect(spans()[0]?.events).toEqual([])
})

test('health checks are no traces, and statements belong to a request or are none', () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(beginRequest('GET', path, {})).toBeUndefined()
  traceQuery(nameless)
  expect(spans()).toEqual([])
  const request = beginRequest('GET', '/x', new Headers())
  request?.run(() => traceQuery(nameless))
  request?.end(404, undefined)
  expect(spans().map(({ name }) => name)).toEqual(['select', 'GET'])
})
