import { type Moments, noMoments } from '../moments/moments.ts'
import type { FixedReading } from '../read/fixed.ts'
import { levelsOf } from '../sequence/levels.ts'
import { chiSquareSplit } from '../split/chi-square-split.ts'
import { readSplit, type SplitReading } from '../split/sequential-split.ts'
import type { Design, NamedMetric } from './design.ts'
import { type GuardrailResult, gravestOf, readGuardrails } from './read-guardrails.ts'
import { figuresOf, readPlannedEnd, readTreatment, type TreatmentResult, type VariantFigures } from './read-metric.ts'
import { readAlone, readSecondary, undecided } from './read-secondary.ts'
import { type Recommendation, recommend } from './recommendation.ts'
import { remainingDays } from './remaining-days.ts'

type PerVariant<Value> = Readonly<Record<string, Value>>

/** What was counted until now. */
export type Data = {
  /** By metric and variant, of matured units: what is missing is nobody. */
  moments: Readonly<Record<string, PerVariant<Moments>>>
  /** All units that were exposed, matured or not. */
  exposed: PerVariant<number>
  /** Whole days since the start. */
  days: number
  /** Units of all variants that mature a day. */
  unitsPerDay: number
  /** By treatment, what `readKept` said at the planned end. */
  kept?: PerVariant<FixedReading>
  /** The most evidence that any earlier results had. */
  before?: { split: number; guardrails: Readonly<Record<string, PerVariant<number>>> }
}

export type MetricRole = 'primary' | 'secondary' | 'exploratory' | 'guardrail'
export type VariantResult = VariantFigures & Partial<TreatmentResult>
export type MetricResult = { key: string; role: MetricRole; variants: Record<string, VariantResult> }

export type Results = {
  split: SplitReading & { chiSquareP: number }
  metrics: MetricResult[]
  /** Every one of every treatment; `gravestOf` has one for each metric. */
  guardrails: GuardrailResult[]
  recommendation: Recommendation
}

/** Everything that an experiment says by now, from sums alone. */
export const readExperiment = (design: Design, data: Data): Results => {
  const { primary, secondary, guardrails, control, treatments } = design
  const momentsOf = (metric: string, variant: string) => data.moments[metric]?.[variant] ?? noMoments
  // A fixed test says nothing before its end, of no metric.
  const isOpen = design.method === 'fixed' && !data.kept
  const judged = (result: TreatmentResult | undefined) => (result && isOpen ? undecided(result) : result)
  const promised = readSecondary(design, momentsOf)

  const resultOf = (metric: NamedMetric, role: MetricRole, read: (variant: string) => TreatmentResult | undefined) => {
    const entries = [control, ...treatments].map((variant): [string, VariantResult] => [
      variant,
      { ...figuresOf(metric, momentsOf(metric.key, variant)), ...(variant === control ? {} : judged(read(variant))) },
    ])
    return { key: metric.key, role, variants: Object.fromEntries(entries) }
  }
  const alone = (metric: NamedMetric) => (variant: string) => readAlone(design, metric, variant, momentsOf)
  const onPrimary = (variant: string) => readPrimary(design, data, variant, momentsOf)

  const variants = [control, ...treatments]
  const split = {
    counts: variants.map((key) => data.exposed[key] ?? 0),
    shares: variants.map((key) => design.shares[key] ?? 0),
  }
  const splitReading = readSplit(split, data.before?.split)
  const guardrailResults = readGuardrails(design, momentsOf, (m, v) => data.before?.guardrails[m]?.[v] ?? 0)
  const primaries = treatments.map((variant) => {
    const { verdict, reading } = onPrimary(variant)
    const difference = reading?.difference.value ?? 0
    return { variant, verdict, gain: primary.direction === 'increase' ? difference : -difference }
  })
  return {
    split: { ...splitReading, chiSquareP: chiSquareSplit(split).p },
    metrics: [
      resultOf(primary, 'primary', onPrimary),
      ...secondary.map((metric) =>
        metric.isExploratory
          ? resultOf(metric, 'exploratory', alone(metric))
          : resultOf(metric, 'secondary', (variant) => promised.get(metric.key)?.get(variant)),
      ),
      ...guardrails.map((metric) => resultOf(metric, 'guardrail', alone(metric))),
    ],
    guardrails: guardrailResults,
    recommendation: recommend({
      split: splitReading.status,
      guardrails: gravestOf(guardrailResults),
      primary: primaries,
      days: data.days,
      minimumDays: design.minimumDays,
      daysLeft: remainingDays(design, data.unitsPerDay, momentsOf),
    }),
  }
}

const readPrimary = (
  { primary, control, treatments, confidence, method, expectedUnits, minimumEffect }: Design,
  { kept }: Data,
  variant: string,
  momentsOf: (metric: string, variant: string) => Moments,
): TreatmentResult =>
  readTreatment(primary, momentsOf(primary.key, control), momentsOf(primary.key, variant), {
    method,
    levels: levelsOf(confidence, treatments.length, method),
    expectedUnits,
    minimumEffect,
    kept: kept?.[variant],
  })

/** What to keep at the planned end, of the primary metric by treatment: its one fixed read. */
export const readKept = (design: Design, moments: PerVariant<Moments>): Record<string, FixedReading> => {
  const levels = levelsOf(design.confidence, design.treatments.length, design.method)
  const control = moments[design.control] ?? noMoments
  const entries = design.treatments.flatMap((variant): [string, FixedReading][] => {
    const reading = readPlannedEnd(design.primary, control, moments[variant] ?? noMoments, levels)
    return reading ? [[variant, reading]] : []
  })
  return Object.fromEntries(entries)
}
