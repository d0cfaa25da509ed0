import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base'
import { createOtlpHttpExportDelegate, httpAgentFactoryFromOptions } from '@opentelemetry/otlp-exporter-base/node-http'
import type { IExporterMetricsHelper, ISerializer } from '@opentelemetry/otlp-transformer'
import type { OtlpSignal } from './config.ts'
import type { TellOfExport } from './outages.ts'

export type Exporter<Items> = {
  export(items: Items, done: (result: ExportResult) => void): void
  forceFlush(): Promise<void>
  shutdown(): Promise<void>
}

type Serializers<Items, Response> = Record<OtlpSignal['protocol'], ISerializer<Items, Response>> & {
  helper: IExporterMetricsHelper<Items>
}

const contentTypes = { 'http/protobuf': 'application/x-protobuf', 'http/json': 'application/json' }

/** Sends a kind of signal to its collector, retries if that may help, and reports the outcome. */
export const openExporter = <Items, Response>(
  name: string,
  { url, protocol, headers, timeoutMs, gzip }: OtlpSignal,
  serializers: Serializers<Items, Response>,
  tell: TellOfExport,
): Exporter<Items> => {
  const options = {
    url,
    headers: async () => ({ ...headers, 'Content-Type': contentTypes[protocol] }),
    timeoutMillis: timeoutMs,
    concurrencyLimit: 30,
    compression: gzip ? CompressionAlgorithm.GZIP : CompressionAlgorithm.NONE,
    agentFactory: httpAgentFactoryFromOptions({ keepAlive: true }),
    userAgent: 'bunting',
  }
  const sending = createOtlpHttpExportDelegate(options, serializers[protocol], name, serializers.helper, undefined)
  return {
    export: (items, done) =>
      sending.export(items, (result) => {
        tell(name, result.code === ExportResultCode.SUCCESS ? undefined : (result.error ?? new Error('it failed')))
        done(result)
      }),
    forceFlush: () => sending.forceFlush(),
    shutdown: () => sending.shutdown(),
  }
}
