import type { Asked } from '../rules/guardrails.ts'

/** The Prometheus that guardrails ask. */
export type Prometheus = {
  /** Never fails for what Prometheus does or does not: that is unknown. */
  ask(query: string): Promise<Asked>
}
