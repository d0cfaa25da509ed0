import { contrastOf } from '../estimate/contrast.ts'
import { shortageOf } from '../estimate/shortage.ts'
import { type GuardrailReading, type GuardrailStatus, readGuardrail } from '../read/guardrail.ts'
import { alphaOf } from '../sequence/levels.ts'
import { type MomentsOf, own, type PerMetric } from './data.ts'
import type { Design } from './design.ts'

export type GuardrailResult = GuardrailReading & { metric: string; variant: string }

/** Judges every guardrail for every treatment. */
export const readGuardrails = (
  design: Design,
  momentsOf: MomentsOf,
  evidenceBefore: PerMetric<number> | undefined,
): GuardrailResult[] => {
  const { control, treatments, guardrails, confidence, expectedUnits } = design
  const shared = { alpha: alphaOf(confidence), expectedUnits, comparisons: guardrails.length * treatments.length }
  return guardrails.flatMap((metric) =>
    treatments.map((variant): GuardrailResult => {
      const named = { metric: metric.key, variant }
      const before = own(own(evidenceBefore, metric.key), variant) ?? 0
      const arms = [momentsOf(metric.key, control), momentsOf(metric.key, variant)] as const
      const contrast = contrastOf(metric, ...arms)
      if (!contrast || shortageOf(metric, ...arms)) return { ...named, status: 'not_enough', evidence: before }
      return { ...named, ...readGuardrail(contrast, { ...metric, ...shared, evidenceBefore: before }) }
    }),
  )
}

const gravest: readonly GuardrailStatus[] = ['crossed', 'unclear', 'not_enough', 'safe']

const bySeriousness = (one: GuardrailResult, other: GuardrailResult): number =>
  gravest.indexOf(one.status) - gravest.indexOf(other.status) || other.evidence - one.evidence

/** All results of one metric after another, the most serious treatment first; among equals the one with the most evidence. */
export const gravestFirst = (results: readonly GuardrailResult[]): GuardrailResult[] =>
  byMetric(results).flatMap((ofMetric) => ofMetric.sort(bySeriousness))

/** Selects one result for each metric: the most serious of its treatments. */
export const gravestOf = (results: readonly GuardrailResult[]): GuardrailResult[] =>
  byMetric(gravestFirst(results)).flatMap((ofMetric) => ofMetric.slice(0, 1))

const byMetric = (results: readonly GuardrailResult[]): GuardrailResult[][] =>
  [...new Set(results.map(({ metric }) => metric))].map((key) => results.filter(({ metric }) => metric === key))
