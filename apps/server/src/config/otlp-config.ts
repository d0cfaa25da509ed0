import type { OtlpConfig, OtlpSignal } from '../otlp/config.ts'
import type { SettingName } from './settings.ts'

const endpoints = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
] as const

type Get = (name: SettingName) => string | number | undefined

/**
 * The standard's own variables, where one of its endpoints is set: without one nothing else of them is even read, since
 * they may be there for other programs.
 */
export const readOtlp = (get: Get): OtlpConfig | undefined => {
  if (!endpoints.some((name) => get(name) !== undefined)) return undefined
  if (/true/i.test(String(get('OTEL_SDK_DISABLED')))) return undefined
  const traces = readSignal(get, 'TRACES')
  const metrics = readSignal(get, 'METRICS')
  if (!traces && !metrics) return undefined
  return {
    traces,
    metrics,
    serviceName: get('OTEL_SERVICE_NAME') as string | undefined,
    resourceAttributes: pairsIn(get('OTEL_RESOURCE_ATTRIBUTES')),
    sampler: (get('OTEL_TRACES_SAMPLER') as string | undefined) ?? 'parentbased_always_on',
    sampledShare: (get('OTEL_TRACES_SAMPLER_ARG') as number | undefined) ?? 1,
    batch: {
      delayMs: (get('OTEL_BSP_SCHEDULE_DELAY') as number | undefined) ?? 5_000,
      maxQueued: (get('OTEL_BSP_MAX_QUEUE_SIZE') as number | undefined) ?? 2_048,
      maxSize: (get('OTEL_BSP_MAX_EXPORT_BATCH_SIZE') as number | undefined) ?? 512,
    },
    metricsIntervalMs: (get('OTEL_METRIC_EXPORT_INTERVAL') as number | undefined) ?? 60_000,
  }
}

const readSignal = (get: Get, signal: 'TRACES' | 'METRICS'): OtlpSignal | undefined => {
  const own = get(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`) as string | undefined
  const shared = get('OTEL_EXPORTER_OTLP_ENDPOINT') as string | undefined
  const url = own ?? (shared && `${shared.replace(/\/+$/, '')}/v1/${signal.toLowerCase()}`)
  if (url === undefined || get(`OTEL_${signal}_EXPORTER`) === 'none') return undefined
  const of = (what: 'PROTOCOL' | 'HEADERS' | 'TIMEOUT' | 'COMPRESSION') =>
    get(`OTEL_EXPORTER_OTLP_${signal}_${what}`) ?? get(`OTEL_EXPORTER_OTLP_${what}`)
  return {
    url,
    protocol: (of('PROTOCOL') as OtlpSignal['protocol'] | undefined) ?? 'http/protobuf',
    headers: pairsIn(of('HEADERS')),
    timeoutMs: (of('TIMEOUT') as number | undefined) ?? 10_000,
    gzip: of('COMPRESSION') === 'gzip',
  }
}

/** `name=value,name=value`, the values percent-encoded. */
const pairsIn = (text: string | number = ''): Record<string, string> =>
  Object.fromEntries(
    String(text)
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => {
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
