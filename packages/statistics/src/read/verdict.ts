import type { Direction } from '../estimate/metric.ts'
import type { Interval } from './lift.ts'

export type Verdict = 'better' | 'worse' | 'no_difference' | 'unclear' | 'not_enough'

/** The verdict of an interval; for a metric that should decrease, lower is better. */
export const verdictOf = (
  { difference, lift }: { difference: Interval; lift: Interval | null },
  direction: Direction,
  minimumEffect: number,
): Verdict => {
  if (difference.low > 0) return direction === 'increase' ? 'better' : 'worse'
  if (difference.high < 0) return direction === 'increase' ? 'worse' : 'better'
  const isSmall = lift !== null && lift.low > -minimumEffect && lift.high < minimumEffect
  return isSmall ? 'no_difference' : 'unclear'
}
