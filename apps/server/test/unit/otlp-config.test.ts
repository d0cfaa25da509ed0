import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
const otlpOf = (settings: Record<string, string>) => readConfig(settings).otlp

test('without an endpoint nothing is sent, and what the variables say is not even looked at', () => {
  expect(otlpOf({})).toBeUndefined()
  expect(otlpOf({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'none of ours' })).toBeUndefined()
})

test('one endpoint is both signals, with the defaults of the standard', () => {
  const signal = { protocol: 'http/protobuf', headers: {}, timeoutMs: 10_000, gzip: false }
  expect(otlpOf(endpoint)).toEqual({
    traces: { ...signal, url: 'http://collector:4318/v1/traces' },
    metrics: { ...signal, url: 'http://collector:4318/v1/metrics' },
    serviceName: undefined,
    resourceAttributes: {},
    sampler: 'parentbased_always_on',
    sampledShare: 1,
    batch: { delayMs: 5_000, maxQueued: 2_048, maxSize: 512 },
    metricsIntervalMs: 60_000,
  })
})

test('a signal has its own endpoint, protocol, headers, timeout and compression before those of both', () => {
  const otlp = otlpOf({
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3D, x-tenant=one',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/here',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-only=traces',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '500',
    OTEL_EXPORTER_OTLP_METRICS_COMPRESSION: 'gzip',
  })
  expect(otlp?.traces).toEqual({
    url: 'https://traces.example.com/here',
    protocol: 'http/json',
    headers: { 'x-only': 'traces' },
    timeoutMs: 500,
    gzip: false,
  })
  expect(otlp?.metrics).toMatchObject({
    url: 'http://collector:4318/v1/metrics',
    headers: { authorization: 'Bearer a=', 'x-tenant': 'one' },
    gzip: true,
  })
})

test('an endpoint for one signal sends that one alone, and signals can be left out', () => {
  const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector/v1/traces' }
  expect(otlpOf(traces)).toMatchObject({ traces: { url: 'http://collector/v1/traces' }, metrics: undefined })
  expect(otlpOf({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })?.traces).toBeUndefined()
  expect(otlpOf({ ...endpoint, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' })).toBeUndefined()
  expect(otlpOf({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeUndefined()
})

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /gRPC is not spoken here.*http\/protobuf/],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'carrier-pigeon', /must be: http\/protobuf, http\/json/],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /must be: always_on, .*parentbased_traceidratio/],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', /a number from 0 to 1/],
  ['OTEL_METRICS_EXPORTER', 'prometheus', /must be: otlp, none/],
  ['OTEL_METRIC_EXPORT_INTERVAL', 'often', /a whole number/],
  ['OTEL_RESOURCE_ATTRIBUTES', 'alone', /name=value/],
])('a start is refused that could not do as it is told: %s=%s', (name, value, said) => {
  expect(() => otlpOf({ ...endpoint, [name]: value })).toThrow(said)
})

test('what may be a secret is not repeated', () => {
  const headers = { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'hush-hush' }
  expect(() => otlpOf(headers)).toThrow(/^(?!.*hush).*OTEL_EXPORTER_OTLP_HEADERS/)
  const bad = { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://ada:hush@collector' }
  expect(() => otlpOf(bad)).toThrow(/^(?!.*hush).*OTEL_EXPORTER_OTLP_ENDPOINT/)
})
