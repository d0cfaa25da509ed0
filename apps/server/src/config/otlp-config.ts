import type { OtlpConfig, OtlpSignal } from '../otlp/config.ts'
import type { GetSetting } from './settings.ts'

const endpoints = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
] as const

/**
 * Reads the standard variables of OpenTelemetry if one of the endpoints is set. Otherwise the others are not even read,
 * since they may be there for other programs.
 */
export const readOtlp = (get: GetSetting): OtlpConfig | undefined => {
  if (!endpoints.some((name) => get(name) !== undefined)) return undefined
  if (/true/i.test(String(get('OTEL_SDK_DISABLED')))) return undefined
  const traces = readSignal(get, 'TRACES')
  const metrics = readSignal(get, 'METRICS')
  if (!traces && !metrics) return undefined
  return {
    traces,
    metrics,
    serviceName: get('OTEL_SERVICE_NAME'),
    resourceAttributes: pairsIn(get('OTEL_RESOURCE_ATTRIBUTES')),
    sampler: get('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on',
    sampledShare: get('OTEL_TRACES_SAMPLER_ARG') ?? 1,
    batch: {
      delayMs: get('OTEL_BSP_SCHEDULE_DELAY') ?? 5_000,
      maxQueued: get('OTEL_BSP_MAX_QUEUE_SIZE') ?? 2_048,
      maxSize: get('OTEL_BSP_MAX_EXPORT_BATCH_SIZE') ?? 512,
    },
    metricsIntervalMs: get('OTEL_METRIC_EXPORT_INTERVAL') ?? 60_000,
  }
}

const readSignal = (get: GetSetting, signal: 'TRACES' | 'METRICS'): OtlpSignal | undefined => {
  const own = get(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`)
  const shared = get('OTEL_EXPORTER_OTLP_ENDPOINT')
  const url = own ?? (shared && `${shared.replace(/\/+$/, '')}/v1/${signal.toLowerCase()}`)
  if (url === undefined || get(`OTEL_${signal}_EXPORTER`) === 'none') return undefined
  return {
    url,
    protocol: get(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`) ?? get('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf',
    headers: pairsIn(get(`OTEL_EXPORTER_OTLP_${signal}_HEADERS`) ?? get('OTEL_EXPORTER_OTLP_HEADERS')),
    timeoutMs: get(`OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`) ?? get('OTEL_EXPORTER_OTLP_TIMEOUT') ?? 10_000,
    gzip: (get(`OTEL_EXPORTER_OTLP_${signal}_COMPRESSION`) ?? get('OTEL_EXPORTER_OTLP_COMPRESSION')) === 'gzip',
  }
}

/** Parses `name=value` pairs, in which values are percent-encoded. */
const pairsIn = (pairs: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]
    }),
  )

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
