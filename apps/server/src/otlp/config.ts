/** How one kind of signal is exported, and to which address. */
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
  /** The share for samplers that use a ratio. */
  sampledShare: number
  batch: { delayMs: number; maxQueued: number; maxSize: number }
  metricsIntervalMs: number
}
