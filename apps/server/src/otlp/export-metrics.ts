import { millisToHrTime } from '@opentelemetry/core'
import {
  JsonMetricsSerializer,
  MetricsExporterMetricsHelper,
  ProtobufMetricsSerializer,
} from '@opentelemetry/otlp-transformer'
import type { Resource } from '@opentelemetry/resources'
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics'
import { repeat } from '../base/repeat.ts'
import { readFigures } from '../http/probes/read-metrics.ts'
import type { OtlpSignal } from './config.ts'
import { openExporter } from './exporter.ts'
import { type Figure, metricData } from './metric-data.ts'
import type { TellOfExport } from './outages.ts'

const serializers = {
  'http/protobuf': ProtobufMetricsSerializer,
  'http/json': JsonMetricsSerializer,
  helper: MetricsExporterMetricsHelper,
}

/** Exports the metrics of `/metrics`, of the whole instance, at an interval. Returns a function for the last export. */
export const startExportingMetrics = (
  signal: OtlpSignal,
  intervalMs: number,
  resource: Resource,
  tell: TellOfExport,
): (() => Promise<void>) => {
  const exporter = openExporter<ResourceMetrics, unknown>('metrics', signal, serializers as never, tell)
  const startTime = millisToHrTime(performance.timeOrigin)
  const send = async (): Promise<void> => {
    const figures = (await readFigures()) as Figure[]
    const times = { startTime, endTime: millisToHrTime(Date.now()) }
    const metrics = figures.map((figure) => metricData(figure, times))
    const { promise, resolve } = Promise.withResolvers<void>()
    exporter.export({ resource, scopeMetrics: [{ scope: { name: 'bunting' }, metrics }] }, () => resolve())
    await promise
  }
  const stop = repeat(intervalMs, send)
  return async () => {
    await stop()
    await send()
  }
}
