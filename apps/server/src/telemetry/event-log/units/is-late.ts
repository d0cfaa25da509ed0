import type { Measure } from '../../../rules/units/tracking.ts'
import type { UnitDoubt } from '../../../rules/units/unit-batch.ts'

/** Tells whether an event came too late: it would have counted for a unit that was counted without it. */
export const isLate = (
  { name, atMs }: Pick<UnitDoubt, 'name' | 'atMs'>,
  { firstMs, waiting }: { firstMs: number; waiting: number },
  metrics: readonly Measure[],
): boolean =>
  metrics.some((metric, at) => {
    const fromMs = firstMs + metric.after * 1_000
    const isOf = metric.event === name || metric.denominatorEvent === name
    return isOf && (waiting & (1 << at)) === 0 && atMs >= fromMs && atMs < fromMs + metric.window * 1_000
  })
