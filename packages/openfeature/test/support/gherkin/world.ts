/** The operations of a scenario, for whichever OpenFeature SDK it runs on. */
export type World = {
  setProvider(kind: ProviderKind): Promise<void>
  status(): string
  /** The reason that this SDK gives for one that the suites expect. */
  reasonFor(reason: string): string
  /** Adds an entry to the context of a level. */
  addContext(level: string, key: string, value: unknown): void
  addClientHook(hook: RecordingHook): void
  evaluate(request: EvaluationRequest): Promise<EvaluationAnswer>
  /** The context that reached the provider last. */
  mergedContext(): Record<string, unknown>
  close(): Promise<void>
}

export type ProviderKind = 'stable' | 'not ready' | 'error' | 'fatal' | 'stale'
export type SuiteType = 'boolean' | 'string' | 'number' | 'object'
export type SuiteValue = boolean | string | number | object | null
export type EvaluationRequest = {
  type: SuiteType
  key: string
  fallback: SuiteValue
  context?: Record<string, unknown>
  hooks?: RecordingHook[]
}
export type EvaluationAnswer = {
  flagKey: string
  value: unknown
  reason?: string
  variant?: string
  errorCode?: string
  flagMetadata: Record<string, unknown>
}

export type RecordingHook = {
  before(): void
  after(context: unknown, details: EvaluationAnswer): void
  error(): void
  finally(context: unknown, details: EvaluationAnswer): void
}
