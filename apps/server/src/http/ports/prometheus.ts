import type { Asked } from '../../rules/changes/guardrails.ts'

/** The Prometheus that guardrails ask. */
export type Prometheus = {
  /** What Prometheus does not know, or does not say, is unknown. Fails only where the signal ends it. */
  ask(query: string, signal: AbortSignal): Promise<Asked>
}
