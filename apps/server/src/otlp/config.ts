/** Where one kind of signal goes, and how. */
export type OtlpSignal = {
  url: string
  protocol: 'http/protobuf' | 'http/json'
  headers: Record<string, string>
  timeoutMs: number
  gzip: boolean
}

export type OtlpConfig = {
  traces: OtlpSignal | undefined
  metrics: OtlpSignal | undefined
  serviceName: string | undefined
  resourceAttributes: Record<string, string>
  sampler: string
  /** Of the samplers that take a share. */
  sampledShare: number
  batch: { delayMs: number; maxQueued: number; maxSize: number }
  metricsIntervalMs: number
}
