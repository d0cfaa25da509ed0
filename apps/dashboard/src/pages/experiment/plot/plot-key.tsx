import { axisFrom } from '../../../features/experiments/axis.ts'
import { Forest } from '../../../features/experiments/forest.tsx'
import { percent } from '../../../format/number.ts'

const withoutTicks = (low: number, high: number) => ({ ...axisFrom(low, high), ticks: [] })
const axis = withoutTicks(-1, 1)
const interval = { value: 0, low: -1, high: 1 }

/** What the marks of the plot mean. */
export const PlotKey = ({ minimumEffect, hasGuardrails }: { minimumEffect: number; hasGuardrails: boolean }) => (
  <p className="plot-key">
    <span>
      <span className="sample">
        <Forest axis={axis} lift={{ ...interval, low: 0.000_1 - 1, value: 0 }} height={20} />
      </span>
      outline: the interval holds zero
    </span>
    <span>
      <span className="sample">
        <Forest axis={withoutTicks(0.1, 1)} lift={{ value: 0.55, low: 0.1, high: 1 }} look="yes" height={20} />
      </span>
      filled: it does not
    </span>
    <span>
      <i className="same" aria-hidden />
      within ± {percent(minimumEffect * 100)}: too small to matter
    </span>
    {hasGuardrails && (
      <span>
        <i className="harm" aria-hidden />
        past the tolerance
      </span>
    )}
  </p>
)
