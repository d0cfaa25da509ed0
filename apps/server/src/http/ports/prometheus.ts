import type { Asked } from '../../rules/changes/guardrails.ts'

/** The Prometheus that guardrails query. */
export type Prometheus = {
  /** Runs a query. If Prometheus has no number or does not answer, the result is `unknown`. Throws only if aborted. */
  ask(query: string, signal: AbortSignal): Promise<Asked>
}
