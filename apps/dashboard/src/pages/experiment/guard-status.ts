import type { Metric } from '../../api/metrics.ts'
import type { Shown } from './shown.ts'

export type GuardStatus = Shown['results']['guardrails'][number]['status']

/** Where a guardrail's tolerance ends, as a lift: to the right where less is better. */
export const toleranceIn = (worseBy: number, direction: Metric['direction'] | undefined): number =>
  direction === 'decrease' ? worseBy : -worseBy

/** How a variant stands by a guardrail. */
export const guardStatusOf = ({ results }: Shown, key: string, variant: string): GuardStatus =>
  results.guardrails.find((one) => one.metric === key && one.variant === variant)?.status ?? 'not_enough'
