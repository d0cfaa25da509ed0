export type { Direction, Metric, MetricKind } from './estimate/metric.ts'
export { metricKinds } from './estimate/metric.ts'
export type { Shortage } from './estimate/shortage.ts'
export type { Data } from './experiment/data.ts'
export type { Design, NamedMetric } from './experiment/design.ts'
export {
  type MetricResult,
  type MetricRole,
  type Results,
  readExperiment,
  type VariantResult,
} from './experiment/read-experiment.ts'
export { type GuardrailResult, gravestFirst, gravestOf } from './experiment/read-guardrails.ts'
export {
  figuresOf,
  type Judgement,
  readPlannedEnd,
  readTreatment,
  type TreatmentReading,
  type TreatmentResult,
  type VariantFigures,
} from './experiment/read-metric.ts'
export { readKept } from './experiment/read-primary.ts'
export { type Evidence, type Recommendation, recommend } from './experiment/recommendation.ts'
export { addUnit } from './moments/add-unit.ts'
export { mergeMoments } from './moments/merge.ts'
export { type Moments, noMoments, type Values } from './moments/moments.ts'
export { benjaminiHochberg, eBenjaminiHochberg } from './multiple/benjamini-hochberg.ts'
export { holm } from './multiple/holm.ts'
export { daysLeft } from './plan/days-left.ts'
export { maturitySeconds, shortestGraceSeconds } from './plan/maturity.ts'
export { expectedUnitsOf, type Plan, type PlanQuestion, planExperiment } from './plan/plan.ts'
export { type PowerQuestion, powerOf } from './plan/power.ts'
export { type Question, sampleSize } from './plan/sample-size.ts'
export type { FixedReading } from './read/fixed.ts'
export type { GuardrailReading, GuardrailStatus } from './read/guardrail.ts'
export type { Interval } from './read/lift.ts'
export type { Reading } from './read/sequence.ts'
export type { Verdict } from './read/verdict.ts'
export { alphaOf, type Levels, levelsOf, type Method } from './sequence/levels.ts'
export { chiSquareSplit } from './split/chi-square-split.ts'
export { readSplit, type SplitReading } from './split/sequential-split.ts'
export type { Split } from './split/split.ts'
