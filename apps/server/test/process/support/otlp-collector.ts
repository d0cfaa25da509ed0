import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import root from 'otlp-definitions/build/src/generated/root.js'
import { onTestFinished } from 'vitest'

type Values = Record<string, unknown>

export type CollectedSpan = {
  traceId: string
  spanId: string
  /** Empty if the span has no parent. */
  parentSpanId: string
  name: string
  /** The protocol's name, such as `SPAN_KIND_SERVER`. */
  kind: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Values
  status: { code?: string; message?: string }
  resource: Values
}

type CollectedPoint = Values & { attributes: Values }
export type CollectedMetric = {
  name: string
  unit: string
  kind: 'sum' | 'gauge' | 'histogram'
  points: CollectedPoint[]
}

type Received = { path: string; headers: NodeJS.Dict<string | string[]>; text: string }

/** A message class that protobufjs made from a definition. */
type Message = {
  decode(bytes: Uint8Array): object
  fromObject(plain: object): object
  verify(message: object): string | null
  toObject(message: object, how: object): object
  encode(message: object): { finish(): Uint8Array }
}
type Service = { v1: Record<string, Message> }
type Definitions = { opentelemetry: { proto: { collector: { trace: Service; metrics: Service } } } }

/** The protocol's own definitions, as OpenTelemetry generated them from its .proto files. */
const { trace, metrics } = (root as unknown as Definitions).opentelemetry.proto.collector
const messages = (service: Service, name: string) => ({
  type: service.v1[`Export${name}ServiceRequest`] as Message,
  answer: service.v1[`Export${name}ServiceResponse`] as Message,
})
const kinds = { '/v1/traces': messages(trace, 'Trace'), '/v1/metrics': messages(metrics, 'Metrics') }
const readable = { longs: String, enums: String, bytes: String, arrays: true }

/** A collector that decodes by the protocol's own definitions; anything that does not match them is an error. */
export const startCollector = async () => {
  const received: Received[] = []
  const spans: CollectedSpan[] = []
  let latestMetrics: CollectedMetric[] = []
  const problems: unknown[] = []
  let status = 200

  const take = (path: string, headers: Received['headers'], bytes: Buffer): Buffer | string => {
    const { type, answer } = kinds[path as keyof typeof kinds]
    const isJson = headers['content-type'] === 'application/json'
    const request = isJson ? type.fromObject(fromJson(bytes)) : type.decode(bytes)
    const wrong = type.verify(request)
    if (wrong) throw new Error(wrong)
    const plain = type.toObject(request, readable) as Values
    received.push({ path, headers, text: JSON.stringify(plain) })
    if (path === '/v1/traces') spans.push(...spansIn(plain))
    else latestMetrics = metricsIn(plain)
    return isJson ? '{}' : Buffer.from(answer.encode({}).finish())
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const sent = Buffer.concat(parts)
      try {
        const isZipped = request.headers['content-encoding'] === 'gzip'
        const body = take(request.url ?? '', request.headers, isZipped ? gunzipSync(sent) : sent)
        response.writeHead(status, { 'content-type': request.headers['content-type'] ?? '' }).end(body)
      } catch (error) {
        problems.push(error)
        response.writeHead(400).end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(stop)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans,
    problems,
    metrics: () => latestMetrics,
    answerWith: (next: number) => {
      status = next
    },
    stop,
  }
}

const hexOf = (base64: unknown): string => Buffer.from(String(base64 ?? ''), 'base64').toString('hex')

/** In the protocol's JSON, ids are hexadecimal, while protobuf's own JSON has base64. */
const fromJson = (bytes: Buffer): Record<string, unknown> =>
  JSON.parse(bytes.toString('utf8'), (name, value) =>
    /^(trace|span|parentSpan)Id$/.test(name) ? Buffer.from(value, 'hex').toString('base64') : value,
  )

type List = Values[]
const each = (from: unknown): List => (from ?? []) as List

const attributesIn = (list: unknown): Values =>
  Object.fromEntries(each(list).map(({ key, value }) => [key, valueIn(value as Values)]))

const valueIn = (value: Values): unknown => {
  const { arrayValue } = value as { arrayValue?: { values?: List } }
  if (arrayValue) return each(arrayValue.values).map(valueIn)
  const [text] = Object.values(value)
  return 'intValue' in value ? Number(text) : text
}

const spansIn = (request: Values): CollectedSpan[] =>
  each(request.resourceSpans).flatMap(({ resource, scopeSpans }) =>
    each(scopeSpans).flatMap(({ spans }) =>
      each(spans).map((span) => ({
        ...(span as CollectedSpan),
        traceId: hexOf(span.traceId),
        spanId: hexOf(span.spanId),
        parentSpanId: hexOf(span.parentSpanId),
        attributes: attributesIn(span.attributes),
        status: (span.status ?? {}) as CollectedSpan['status'],
        resource: attributesIn((resource as Values).attributes),
      })),
    ),
  )

const metricsIn = (request: Values): CollectedMetric[] =>
  each(request.resourceMetrics).flatMap(({ scopeMetrics }) =>
    each(scopeMetrics).flatMap(({ metrics: all }) =>
      each(all).map((metric) => {
        const kind = (['sum', 'gauge', 'histogram'] as const).find((one) => one in metric) ?? 'gauge'
        const { dataPoints } = metric[kind] as Values
        const points = each(dataPoints).map((point) => ({ ...point, attributes: attributesIn(point.attributes) }))
        return { name: String(metric.name), unit: String(metric.unit ?? ''), kind, points }
      }),
    ),
  )
