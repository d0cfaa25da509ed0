import type { MetricResult, VariantResult } from '../../../api/experiments.ts'
import type { Metric } from '../../../api/metrics.ts'
import type { Look } from '../../../features/experiments/forest.tsx'
import { guardVerdict, verdictOf } from '../../../features/experiments/verdict.tsx'
import { guardStatusOf, toleranceIn } from '../guard-status.ts'
import type { Shown } from '../shown.ts'

type Guardrail = Shown['experiment']['guardrails'][number]

/** One variant by one metric: a line of the plot. */
export type Row = {
  metric: MetricResult
  /** The definition, as the project has it now; absent until it is loaded. */
  definition: Metric | undefined
  variant: string
  result: VariantResult
  control: VariantResult | undefined
  guardrail: Guardrail | undefined
  look: Look
  says: string
  /** The first line of its metric. */
  isFirst: boolean
}

export type Group = { name: string; hint: string; rows: readonly Row[] }

/** The lines of the plot: what decides, what is shown beside it, and what must not get worse. */
export const groupsOf = (shown: Shown): Group[] => {
  const { results } = shown
  const of = (...roles: MetricResult['role'][]): Row[] =>
    results.metrics.filter(({ role }) => roles.includes(role)).flatMap((metric) => rowsOf(shown, metric))
  return [
    { name: 'Primary', hint: 'decides', rows: of('primary') },
    { name: 'Secondary', hint: 'for understanding, corrected together', rows: of('secondary', 'exploratory') },
    { name: 'Guardrails', hint: 'shaded is too much worse', rows: of('guardrail') },
  ].filter(({ rows }) => rows.length > 0)
}

const rowsOf = (shown: Shown, metric: MetricResult): Row[] => {
  const { experiment, results, metrics } = shown
  const { control, guardrails } = experiment
  const isGuard = metric.role === 'guardrail'
  const guardrail = isGuard ? guardrails.find((one) => one.metric === metric.key) : undefined
  const isBroken = results.srm.status === 'mismatch'
  const variants = Object.entries(metric.variants).filter(([variant]) => variant !== control)
  return variants.map(([variant, result], at) => {
    const { look, says } = isGuard ? guardVerdict(guardStatusOf(shown, metric.key, variant)) : verdictOf(result)
    return {
      metric,
      definition: metrics.find(({ key }) => key === metric.key),
      variant,
      result,
      control: metric.variants[control],
      guardrail,
      // With a split that is off nothing is said of any variant.
      look: isBroken ? undefined : look,
      says: isBroken ? 'No verdict' : says,
      isFirst: at === 0,
    }
  })
}

export const toleranceOf = ({ guardrail, definition }: Row): number | undefined =>
  guardrail && toleranceIn(guardrail.worseBy, definition?.direction)
