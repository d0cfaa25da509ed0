import { eBenjaminiHochberg } from '../multiple/benjamini-hochberg.ts'
import { alphaOf } from '../sequence/levels.ts'
import type { MomentsOf } from './data.ts'
import type { Design, NamedMetric } from './design.ts'
import { readTreatment, type TreatmentResult } from './read-metric.ts'

/**
 * Secondary metrics have intervals at α each. Their verdicts come from e-BH over all pairs of metric and treatment, of which
 * a share of α is wrong on average. Pairs without enough data count too.
 */
export const readSecondary = (design: Design, momentsOf: MomentsOf): Map<string, Map<string, TreatmentResult>> => {
  const promised = design.secondary.filter(({ isExploratory }) => !isExploratory)
  const pairs = promised.flatMap((metric) =>
    design.treatments.map((variant) => ({ metric, variant, result: readAlone(design, metric, variant, momentsOf) })),
  )
  const evidence = pairs.map(({ result }) => result.reading?.evidence ?? 0)
  const selected = eBenjaminiHochberg(evidence, alphaOf(design.confidence))
  const results = new Map(promised.map(({ key }) => [key, new Map<string, TreatmentResult>()]))
  for (const [at, { metric, variant, result }] of pairs.entries()) {
    results.get(metric.key)?.set(variant, selected[at] ? result : undecided(result))
  }
  return results
}

/** Judges a metric that is not part of the correction, by its own interval at α. */
export const readAlone = (
  { control, confidence, expectedUnits, minimumEffect }: Design,
  metric: NamedMetric,
  variant: string,
  momentsOf: MomentsOf,
): TreatmentResult =>
  readTreatment(metric, momentsOf(metric.key, control), momentsOf(metric.key, variant), {
    method: 'sequential',
    levels: { sequence: alphaOf(confidence), fixed: null },
    expectedUnits,
    minimumEffect,
  })

/** Removes a verdict of better or worse, which rests on the metric's own interval alone. */
export const undecided = (result: TreatmentResult): TreatmentResult =>
  result.verdict === 'better' || result.verdict === 'worse' ? { ...result, verdict: 'unclear' } : result
