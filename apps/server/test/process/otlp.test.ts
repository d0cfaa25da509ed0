import { expect, inject, test, vi } from 'vitest'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { evaluate, openOrganization, sendJson } from './support/organization.ts'
import { type CollectedSpan, startCollector } from './support/otlp-collector.ts'

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`

type Collector = Awaited<ReturnType<typeof startCollector>>

const sentTo = ({ url }: Collector) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '100' })

/** The spans of a trace, once they include that of its request. */
const traceOf = async ({ spans, problems }: Collector, traceId: string, request: string) => {
  await vi.waitFor(() => expect(spans.filter((span) => span.traceId === traceId)).toContainEqual(named(request)))
  expect(problems).toEqual([])
  return spans.filter((span) => span.traceId === traceId)
}

const named = (name: string) => expect.objectContaining({ name })

const durationOf = ({ startTimeUnixNano, endTimeUnixNano }: CollectedSpan) =>
  BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)

for (const [database, open] of Object.entries(databases)) {
  test(`${database}: saving a config is one trace, from its caller to the statements and to Redis`, async () => {
    const collector = await startCollector()
    await using chosen = await open()
    const settings = { ...chosen.settings, ...sentTo(collector), REDIS_URL: inject('redisUrl') }
    await using server = await startServer(settings)
    const organization = await openOrganization(server.firstKey ?? '', server)
    const flag = await organization.createFlag({ type: 'string' })
    const path = organization.at(flag.key)
    const headers = { traceparent, tracestate: 'vendor=1' }
    const body = config({ defaultValue: 'hush-hush' })
    const saved = await sendJson(server.managementUrl, 'PUT', path, { key: organization.key, body, headers })
    expect(saved.status).toBe(201)

    const route = '/v1/projects/:projectId/environments/:envId/flags/:flagKey'
    const spans = await traceOf(collector, caller.traceId, `PUT ${route}`)
    const find = (name: string) => spans.find((span) => span.name === name) as CollectedSpan
    const request = find(`PUT ${route}`)
    expect(request).toMatchObject({
      parentSpanId: caller.spanId,
      kind: 'SPAN_KIND_SERVER',
      traceState: 'vendor=1',
      attributes: {
        'http.request.method': 'PUT',
        'http.route': route,
        'url.path': path,
        'url.scheme': 'http',
        'http.response.status_code': 201,
      },
      resource: { 'service.name': 'bunting', 'telemetry.sdk.language': 'nodejs' },
    })
    expect(request.status.code).not.toBe('STATUS_CODE_ERROR')
    const system = database === 'SQLite' ? 'sqlite' : 'postgresql'
    expect(find('insert flag_versions')).toMatchObject({
      parentSpanId: request.spanId,
      kind: 'SPAN_KIND_CLIENT',
      attributes: {
        'db.system.name': system,
        'db.operation.name': 'insert',
        'db.collection.name': 'flag_versions',
        'db.query.text': expect.stringMatching(/values \((\?|\$1), /),
      },
    })
    const published = find('publish')
    expect(published).toMatchObject({
      parentSpanId: request.spanId,
      kind: 'SPAN_KIND_INTERNAL',
      attributes: { 'bunting.environment.ids': [organization.environmentId('development')] },
    })
    expect(find('update environments').parentSpanId).toMatch(new RegExp(`${request.spanId}|${published.spanId}`))
    expect(find('PUBLISH')).toMatchObject({
      parentSpanId: published.spanId,
      kind: 'SPAN_KIND_CLIENT',
      attributes: { 'db.system.name': 'redis', 'db.operation.name': 'PUBLISH', 'server.address': '127.0.0.1' },
    })
    expect(find('EVAL').parentSpanId).toBe(published.spanId)

    const known = new Map(spans.map((span) => [span.spanId, span]))
    for (const span of spans) {
      expect(durationOf(span)).toBeGreaterThanOrEqual(0n)
      const parent = known.get(span.parentSpanId)
      if (!parent) continue
      expect(BigInt(span.startTimeUnixNano), span.name).toBeGreaterThanOrEqual(BigInt(parent.startTimeUnixNano))
      expect(BigInt(span.endTimeUnixNano), span.name).toBeLessThanOrEqual(BigInt(parent.endTimeUnixNano))
    }
    const texts = collector.received.map(({ text }) => text).join()
    for (const secret of ['hush-hush', organization.key]) expect(texts).not.toContain(secret)
  })
}

test('an evaluation is in the trace of its caller, with what it had to read first; nothing of its context is', async () => {
  const collector = await startCollector()
  await using database = await databases.SQLite()
  const others = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip' }
  const own = { ...others, OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b', OTEL_SERVICE_NAME: 'flags' }
  const settings = { ...database.settings, ...sentTo(collector), ...own, REDIS_URL: inject('redisUrl') }
  await using server = await startServer({ ...settings, OTEL_RESOURCE_ATTRIBUTES: 'service.name=not-this,team=core' })
  const key = server.firstKey ?? ''
  const body = { flagKey: 'none', context: { userId: 'hush-hush', attributes: { plan: 'hush-plan' } } }
  const ask = (headers: Record<string, string>) =>
    sendJson(server.deliveryUrl, 'POST', '/v1/evaluate', { key, body, headers })
  expect((await ask({ traceparent })).status).toBe(200)
  const spans = await traceOf(collector, caller.traceId, 'POST /v1/evaluate')
  const request = spans.find(({ name }) => name === 'POST /v1/evaluate') as CollectedSpan
  expect(request).toMatchObject({
    parentSpanId: caller.spanId,
    attributes: { 'http.route': '/v1/evaluate', 'http.response.status_code': 200 },
    resource: { 'service.name': 'flags', team: 'core' },
  })
  const reads = spans.filter(({ name }) => name === 'EVAL')
  expect(reads.map(({ parentSpanId }) => parentSpanId)).toEqual([request.spanId, request.spanId])
  expect(collector.received[0]?.headers).toMatchObject({ 'x-tenant': 'a b', 'content-encoding': 'gzip' })

  // A request that its caller does not sample is not sampled here, and a key in an address is hidden.
  const quiet = '1af7651916cd43dd8448eb211c80319c'
  await ask({ traceparent: `00-${quiet}-${caller.spanId}-00` })
  await fetch(`${server.deliveryUrl}/v1/evaluate/${key}`)
  await vi.waitFor(() => expect(collector.spans).toContainEqual(named('GET')))
  expect(collector.spans.filter(({ traceId }) => traceId === quiet)).toEqual([])
  const texts = collector.received.map(({ text }) => text).join()
  for (const secret of ['hush-hush', 'hush-plan', key]) expect(texts).not.toContain(secret)
})

test('what fails is an error without its words, and the log names the trace', async () => {
  const collector = await startCollector()
  await using database = await databases.SQLite()
  const settings = { ...database.settings, ...sentTo(collector), REDIS_URL: 'redis://127.0.0.1:1' }
  await using server = await startServer(settings, { probe: '/healthz' })
  const organization = await openOrganization(server.firstKey ?? '', server)
  const flag = await organization.createFlag()
  const path = organization.at(flag.key)
  const send = { key: organization.key, body: config({}), headers: { traceparent } }
  expect((await sendJson(server.managementUrl, 'PUT', path, send)).status).toBe(207)
  const spans = await traceOf(collector, caller.traceId, 'publish')
  const published = spans.find(({ name }) => name === 'publish')
  expect(published?.status).toEqual({ code: 'STATUS_CODE_ERROR' })
  expect(published?.attributes['error.type']).toEqual(expect.any(String))
  const line = server
    .stderr()
    .split('\n')
    .find((one) => one.includes(caller.traceId))
  const msg = expect.stringContaining('did not take a change')
  expect(JSON.parse(line ?? '{}')).toMatchObject({ msg, spanId: published?.parentSpanId })
  const later = { traceparent: traceparent.replace('0af', '2af') }
  const evaluated = await sendJson(server.deliveryUrl, 'POST', '/v1/evaluate', {
    key: organization.key,
    body: { flagKey: flag.key, context: {} },
    headers: later,
  })
  expect(evaluated.status).toBe(503)
  const [failed] = await traceOf(collector, caller.traceId.replace('0af', '2af'), 'POST /v1/evaluate')
  expect(failed).toMatchObject({
    attributes: { 'http.response.status_code': 503, 'error.type': '503' },
    status: { code: 'STATUS_CODE_ERROR' },
  })
})

test('with workers each sends its own spans, and the instance its figures once, the same as /metrics', async () => {
  const collector = await startCollector()
  await using database = await databases.SQLite()
  const own = { BUNTING_DELIVERY_WORKERS: '2', OTEL_METRIC_EXPORT_INTERVAL: '200' }
  await using server = await startServer({ ...database.settings, ...sentTo(collector), ...own })
  const key = server.firstKey ?? ''
  await Promise.all(Array.from({ length: 40 }, () => evaluate(server, key, 'none')))
  const figure = (name: string) => collector.metrics().find((metric) => metric.name === name)
  const ofEvaluate = (name: string) =>
    figure(name)?.points.find(({ attributes }) => attributes.route === '/v1/evaluate')
  const answers = 'bunting_delivery_requests_total'
  await vi.waitFor(() => expect(ofEvaluate(answers)).toMatchObject({ attributes: { status: '200' }, asDouble: 40 }))
  expect(figure(answers)).toMatchObject({ kind: 'sum', unit: '' })

  const requests = () => collector.spans.filter(({ name }) => name === 'POST /v1/evaluate')
  await vi.waitFor(() => expect(requests()).toHaveLength(40))
  const instances = new Set(requests().map(({ resource }) => resource['service.instance.id']))
  expect(instances.size).toBeGreaterThanOrEqual(1)

  // From here on only metrics are requested, so the others do not change.
  const texts = [await read(server.deliveryUrl), await read(server.managementUrl)].join('\n')
  const shown = new Set([...texts.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  expect(new Set(collector.metrics().map(({ name }) => name))).toEqual(shown)
  const name = 'bunting_delivery_request_duration_seconds'
  expect(figure(name)).toMatchObject({ kind: 'histogram', unit: 's' })
  const point = ofEvaluate(name) as unknown as Histogram
  const bucket = new RegExp(`^${name}_bucket\\{le="([^"]+)",route="/v1/evaluate"\\} (\\d+)$`, 'gm')
  const buckets = [...texts.matchAll(bucket)]
  expect(point.explicitBounds).toEqual(buckets.slice(0, -1).map(([, bound]) => Number(bound)))
  let sum = 0
  const upTo = point.bucketCounts.map((count) => (sum += Number(count)))
  expect(upTo).toEqual(buckets.map(([, , count]) => Number(count)))
  expect(Number(point.count)).toBe(40)
  expect(texts).toContain(`${name}_sum{route="/v1/evaluate"} ${point.sum}`)
})

type Histogram = { explicitBounds: number[]; bucketCounts: string[]; count: string; sum: number }

const read = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text()

const saying = { NODE_OPTIONS: `--import=${new URL('./support/say-what-it-does.mjs', import.meta.url)}` }

test('a stop sends the rest, and a collector that is away costs one line and keeps nobody from stopping', async () => {
  const collector = await startCollector()
  await using database = await databases.SQLite()
  const settings = { ...database.settings, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  await using server = await startServer(settings)
  await evaluate(server, server.firstKey ?? '', 'none')
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  expect(collector.spans).toContainEqual(named('POST /v1/evaluate'))

  collector.stop()
  const few = { OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_METRIC_EXPORT_INTERVAL: '10', OTEL_EXPORTER_OTLP_TIMEOUT: '50' }
  await using alone = await startServer({ ...settings, ...few, ...saying })
  expect(alone.stderr()).toMatch(/^loads .*open-otlp/m)
  for (let asked = 0; asked < 20; asked++) await evaluate(alone, server.firstKey ?? '', 'none')
  await vi.waitFor(() => expect(alone.stderr()).toContain('collector does not take'))
  expect(await alone.stop()).toEqual({ code: 0, signal: null })
  expect(alone.stderr().match(/collector does not/g)).toHaveLength(1)
})

test('without an endpoint nothing of OpenTelemetry is loaded, and nobody is connected to but whom the settings name', async () => {
  await using database = await databases.PostgreSQL()
  const stores = { ...database.settings, REDIS_URL: inject('redisUrl') }
  const unused = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_SERVICE_NAME: 'x' }
  await using server = await startServer({ ...stores, ...unused, ...saying })
  await evaluate(server, server.firstKey ?? '', 'none')
  await server.stop()
  const said = (pattern: RegExp) => [...new Set([...server.stderr().matchAll(pattern)].map(([, what]) => what))]
  expect(said(/^loads .*(open-otlp)/gm)).toEqual([])
  const addresses = Object.values(stores).map((url) => new URL(url).host)
  expect(said(/^connects to (.+)$/gm).sort()).toEqual(addresses.sort())
  expect(said(/^(looks up|opens) .+$/gm)).toEqual([])
})
