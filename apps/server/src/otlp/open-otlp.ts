import { randomUUID } from 'node:crypto'
import {
  JsonTraceSerializer,
  ProtobufTraceSerializer,
  TraceExporterMetricsHelper,
} from '@opentelemetry/otlp-transformer'
import { BatchSpanProcessor, type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from '../base/log.ts'
import { traceWith } from '../base/trace.ts'
import { withTimeout } from '../base/with-timeout.ts'
import type { OtlpConfig } from './config.ts'
import { startExportingMetrics } from './export-metrics.ts'
import { openExporter } from './exporter.ts'
import { openTracing } from './open-tracing.ts'
import { tellOfOutages } from './outages.ts'
import { resourceOf } from './resource.ts'
import { samplerOf } from './sampler.ts'

const serializers = {
  'http/protobuf': ProtobufTraceSerializer,
  'http/json': JsonTraceSerializer,
  helper: TraceExporterMetricsHelper,
}

/** How long a stop waits for the collector. Workers stop before the primary, so an instance waits twice as long. */
const timeoutMs = 1_000
const maxAttributeLength = 4_096

type Needs = { log: Logger; database: 'postgresql' | 'sqlite' }

/**
 * Sends traces and metrics to an OpenTelemetry collector. Its SDK is configured explicitly: it reads no environment
 * variables, and registers nothing globally. Returns a function that sends the rest.
 */
export const openOtlp = (config: OtlpConfig, { log, database }: Needs): (() => Promise<void>) => {
  const tell = tellOfOutages(log)
  const resource = resourceOf(config, randomUUID())
  const closing: (() => Promise<void>)[] = []
  if (config.metrics) closing.push(startExportingMetrics(config.metrics, config.metricsIntervalMs, resource, tell))
  if (config.traces) {
    const { delayMs, maxQueued, maxSize } = config.batch
    const processor = new BatchSpanProcessor({
      exporter: openExporter<ReadableSpan[], unknown>('traces', config.traces, serializers as never, tell),
      scheduledDelayMillis: delayMs,
      maxQueueSize: maxQueued,
      maxExportBatchSize: Math.min(maxSize, maxQueued),
      exportTimeoutMillis: 2 * config.traces.timeoutMs,
    })
    const provider = new TracerProvider({
      resource,
      sampler: samplerOf(config),
      spanProcessors: [processor],
      spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    })
    traceWith(openTracing(provider.getTracer('bunting'), database))
    closing.push(() => provider.shutdown())
  }
  return async () => {
    const last = Promise.all(closing.map((close) => close()))
    // Data that cannot be sent by then is lost.
    await withTimeout(timeoutMs, last).catch(() => undefined)
  }
}
