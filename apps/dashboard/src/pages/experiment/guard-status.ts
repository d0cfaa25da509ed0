import type { Metric } from '../../api/metrics.ts'
import type { Shown } from './shown.ts'

export type GuardStatus = Shown['results']['guardrails'][number]['status']

/** Where a guardrail's tolerance ends, as a lift: to the right where less is better. */
export const toleranceIn = (worseBy: number, direction: Metric['direction'] | undefined): number =>
  direction === 'decrease' ? worseBy : -worseBy

/**
 * How a variant stands by a guardrail. The results name the gravest variant of each metric; of the others nothing is graver,
 * and one whose interval stays within the tolerance is safe.
 */
export const guardStatusOf = ({ experiment, results, metrics }: Shown, key: string, variant: string): GuardStatus => {
  const gravest = results.guardrails.find(({ metric }) => metric === key)
  if (!gravest || gravest.variant === variant || gravest.status === 'safe') return gravest?.status ?? 'not_enough'
  const guardrail = experiment.guardrails.find(({ metric }) => metric === key)
  const lift = results.metrics.find((one) => one.key === key && one.role === 'guardrail')?.variants[variant]?.lift
  if (!guardrail || !lift) return 'not_enough'
  const tolerance = toleranceIn(guardrail.worseBy, metrics.find((metric) => metric.key === key)?.direction)
  return tolerance > 0 ? (lift.high < tolerance ? 'safe' : 'unclear') : lift.low > tolerance ? 'safe' : 'unclear'
}
