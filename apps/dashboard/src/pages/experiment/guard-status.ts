import type { Metric } from '../../api/metrics.ts'
import type { Shown } from './shown.ts'

export type GuardStatus = Shown['results']['guardrails'][number]['status']

/** Where a guardrail's tolerance ends, as a lift: to the right where less is better. */
export const toleranceIn = (worseBy: number, direction: Metric['direction'] | undefined): number =>
  direction === 'decrease' ? worseBy : -worseBy

/**
 * How a variant stands by a guardrail. Where the results name only the gravest variant of a metric, nothing of the others is
 * graver, and one whose interval stays within the tolerance is safe.
 */
export const guardStatusOf = ({ experiment, results, metrics }: Shown, key: string, variant: string): GuardStatus => {
  const named = results.guardrails.filter(({ metric }) => metric === key)
  const own = named.find((one) => one.variant === variant)
  if (own) return own.status
  if (named.length === 0) return 'not_enough'
  if (named.every(({ status }) => status === 'safe')) return 'safe'
  const guardrail = experiment.guardrails.find(({ metric }) => metric === key)
  const lift = results.metrics.find((one) => one.key === key && one.role === 'guardrail')?.variants[variant]?.lift
  if (!guardrail || !lift) return 'not_enough'
  const tolerance = toleranceIn(guardrail.worseBy, metrics.find((metric) => metric.key === key)?.direction)
  return tolerance > 0 ? (lift.high < tolerance ? 'safe' : 'unclear') : lift.low > tolerance ? 'safe' : 'unclear'
}
