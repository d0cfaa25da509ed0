import { chiSquareSplit } from '../split/chi-square-split.ts'
import { readSplit, type SplitReading } from '../split/sequential-split.ts'
import { type Data, momentsIn, own } from './data.ts'
import type { Design, NamedMetric } from './design.ts'
import { type GuardrailResult, gravestOf, readGuardrails } from './read-guardrails.ts'
import { figuresOf, type TreatmentResult, type VariantFigures } from './read-metric.ts'
import { readPrimary } from './read-primary.ts'
import { readAlone, readSecondary, undecided } from './read-secondary.ts'
import { type Recommendation, recommend } from './recommendation.ts'
import { remainingDays } from './remaining-days.ts'

export type MetricRole = 'primary' | 'secondary' | 'exploratory' | 'guardrail'
/** The results of a variant. Control has only figures. */
export type VariantResult = VariantFigures & Partial<TreatmentResult>
export type MetricResult = { key: string; role: MetricRole; variants: Record<string, VariantResult> }

export type Results = {
  split: SplitReading & { chiSquareP: number }
  metrics: MetricResult[]
  /** The guardrails of every treatment; `gravestOf` selects one for each metric. */
  guardrails: GuardrailResult[]
  recommendation: Recommendation
}

/** All results of an experiment so far, computed from sums alone. */
export const readExperiment = (design: Design, data: Data): Results => {
  const momentsOf = momentsIn(data)
  const split = readShares(design, data)
  const guardrails = readGuardrails(design, momentsOf, data.before?.guardrails)
  const metrics = readMetrics(design, data)
  const recommendation = recommend({
    split: split.status,
    guardrails: gravestOf(guardrails),
    primary: gainsOf(design, metrics[0]),
    days: data.days,
    minimumDays: design.minimumDays,
    daysLeft: remainingDays(design, data.unitsPerDay, momentsOf),
  })
  return { split, metrics, guardrails, recommendation }
}

const readShares = ({ control, treatments, shares }: Design, { exposed, before }: Data): Results['split'] => {
  const variants = [control, ...treatments]
  const split = {
    counts: variants.map((variant) => own(exposed, variant) ?? 0),
    shares: variants.map((variant) => own(shares, variant) ?? 0),
  }
  return { ...readSplit(split, before?.split), chiSquareP: chiSquareSplit(split).p }
}

/** The results of all metrics, the primary one first. */
const readMetrics = (design: Design, data: Data): MetricResult[] => {
  const { primary, secondary, guardrails, control, treatments } = design
  const momentsOf = momentsIn(data)
  const promised = readSecondary(design, momentsOf)
  // A fixed test judges no metric before its end.
  const isOpen = design.method === 'fixed' && !data.kept

  const resultOf = (metric: NamedMetric, role: MetricRole, read: (variant: string) => TreatmentResult | undefined) => {
    const judged = (variant: string) => {
      const result = read(variant)
      return result && isOpen ? undecided(result) : result
    }
    const entries = [control, ...treatments].map((variant): [string, VariantResult] => [
      variant,
      { ...figuresOf(metric, momentsOf(metric.key, variant)), ...(variant === control ? {} : judged(variant)) },
    ])
    return { key: metric.key, role, variants: Object.fromEntries(entries) }
  }
  const alone = (metric: NamedMetric) => (variant: string) => readAlone(design, metric, variant, momentsOf)
  return [
    resultOf(primary, 'primary', (variant) => readPrimary(design, data.kept, variant, momentsOf)),
    ...secondary.map((metric) =>
      metric.isExploratory
        ? resultOf(metric, 'exploratory', alone(metric))
        : resultOf(metric, 'secondary', (variant) => promised.get(metric.key)?.get(variant)),
    ),
    ...guardrails.map((metric) => resultOf(metric, 'guardrail', alone(metric))),
  ]
}

const gainsOf = ({ primary, treatments }: Design, result: MetricResult | undefined) =>
  treatments.map((variant) => {
    const { verdict = 'not_enough', reading } = own(result?.variants, variant) ?? {}
    const difference = reading?.difference.value ?? 0
    return { variant, verdict, gain: primary.direction === 'increase' ? difference : -difference } as const
  })
