import type { ExperimentDay, ExperimentResults } from '@bunting/contract'
import { sayRecommendation } from '@bunting/contract/text'
import { thresholdOf } from '@bunting/engine'
import {
  type Data,
  gravestFirst,
  type MetricResult,
  type Moments,
  maturitySeconds,
  mergeMoments,
  type NamedMetric,
  noMoments,
  type Results,
  readExperiment,
  type Design as StatisticalDesign,
  type VariantResult,
} from '@bunting/statistics'
import { own } from '../own.ts'
import { lookBackUs } from './experiment-design.ts'
import type { Definition, Split, StartedExperiment } from './experiments.ts'

/** The number of units of a variant. Matured ones were counted by the primary metric; the others still wait. */
type UnitCounts = { exposed: number; matured: number; waiting: number }

/** The figures of all units. */
export type Counted = Pick<Data, 'moments' | 'kept' | 'before'> & {
  units: Readonly<Record<string, UnitCounts>>
  health: ExperimentResults['health']
  /** The unit log does not know the experiment: nobody was exposed yet, or the log was lost. */
  isUnheardOf?: true
}

const dayUs = 86_400_000_000
const hourUs = dayUs / 24

/** The design as the statistics have it. */
export const statisticalDesign = ({ design, split, metrics }: StartedExperiment): StatisticalDesign => {
  const byKey = new Map(metrics.map((metric) => [metric.key, namedMetric(metric)]))
  const metric = (key: string) => byKey.get(key) as NamedMetric
  const added = new Set(design.exploratory.map((one) => one.metric))
  return {
    control: design.control,
    treatments: split.variants.map(({ variant }) => variant).filter((variant) => variant !== design.control),
    shares: sharesOf(split),
    primary: metric(design.primary),
    secondary: design.secondary.map((key) => ({ ...metric(key), isExploratory: added.has(key) })),
    guardrails: design.guardrails.map(({ metric: key, worseBy }) => ({ ...metric(key), worseBy })),
    confidence: design.confidence,
    method: design.method,
    expectedUnits: design.expectedUnits as number,
    minimumEffect: design.minimumEffect,
    minimumDays: design.minimumDays,
  }
}

const namedMetric = ({ key, kind, direction, adjust }: Definition): NamedMetric => ({ key, kind, direction, adjust })

/** The shares of the engine's buckets, whose borders are whole numbers. Hashes of other services have no such rounding. */
const sharesOf = ({ variants, hash }: Split): Record<string, number> => {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  let running = 0
  const shares = variants.map(({ variant, weight }): [string, number] => {
    const from = running
    running += weight
    const share = thresholdOf((running / total) * 100) - thresholdOf((from / total) * 100)
    return [variant, hash === null ? share : weight]
  })
  return Object.fromEntries(shares)
}

const exposedIn = ({ units }: Counted): Record<string, number> =>
  Object.fromEntries(Object.entries(units).map(([variant, { exposed }]) => [variant, exposed]))

export const exposedTotal = ({ units }: Counted): number =>
  Object.values(units).reduce((sum, { exposed }) => sum + exposed, 0)

/** The figures, with the strongest evidence of earlier looks. */
const dataOf = (experiment: StartedExperiment, counted: Counted, nowUs: number): Data => {
  const { startedUs, stoppedUs, evidence } = experiment
  const elapsedUs = Math.max(0, (stoppedUs ?? nowUs) - startedUs)
  const kept = evidence.kept ?? counted.kept
  const before = evidence.before ?? counted.before
  return {
    moments: counted.moments,
    exposed: exposedIn(counted),
    days: Math.floor(elapsedUs / dayUs),
    unitsPerDay: exposedTotal(counted) / (Math.max(elapsedUs, hourUs) / dayUs),
    ...(kept && { kept }),
    ...(before && { before }),
  }
}

export const readResults = (experiment: StartedExperiment, counted: Counted, nowUs: number): Results =>
  readExperiment(statisticalDesign(experiment), dataOf(experiment, counted, nowUs))

/** Tells whether no unit waits any more to be counted by any metric. */
export const isFinal = (experiment: StartedExperiment, counted: Counted, nowUs: number): boolean => {
  const { stoppedUs, metrics } = experiment
  if (stoppedUs === null) return false
  const longest = Math.max(...metrics.map(maturitySeconds))
  return nowUs >= stoppedUs + longest * 1_000_000 && Object.values(counted.units).every(({ waiting }) => waiting === 0)
}

/** The results as answers have them. */
export const showResults = (
  experiment: StartedExperiment,
  counted: Counted,
  { nowUs, at }: { nowUs: number; at: string },
): ExperimentResults => {
  const { design, split } = experiment
  const results = readResults(experiment, counted, nowUs)
  const primary = experiment.metrics.find(({ key }) => key === design.primary) as Definition
  const none = { exposed: 0, matured: 0, waiting: 0 }
  const isOver = experiment.stoppedUs !== null
  const shown = {
    units: Object.fromEntries(split.variants.map(({ variant }) => [variant, own(counted.units, variant) ?? none])),
    srm: { p: results.split.p, chiSquareP: results.split.chiSquareP, status: results.split.status },
    metrics: results.metrics.map((metric) => showMetric(experiment, counted, metric)),
  }
  return {
    at,
    isFinal: isFinal(experiment, counted, nowUs),
    method: design.method,
    ...shown,
    health: counted.health,
    guardrails: gravestFirst(results.guardrails),
    recommendation: {
      ...results.recommendation,
      why: sayRecommendation({ ...shown, recommendation: results.recommendation, experiment: design, primary, isOver }),
    },
  }
}

const showMetric = (
  experiment: StartedExperiment,
  counted: Counted,
  { key, role, variants }: MetricResult,
): ExperimentResults['metrics'][number] => {
  const metric = experiment.metrics.find((one) => one.key === key) as Definition
  const note = noteOf(experiment, metric, Object.values(own(counted.moments, key) ?? {}))
  const shown = Object.entries(variants).map(([variant, result]) => [variant, showVariant(result)] as const)
  return { key, role, ...(note === undefined ? {} : { note }), variants: Object.fromEntries(shown) }
}

const showVariant = ({ n, mean, deviation, status, reading, verdict }: VariantResult) => ({
  n,
  mean,
  deviation,
  ...(status === undefined ? {} : { status }),
  ...(reading ?? {}),
  ...(verdict === undefined ? {} : { verdict }),
})

/** A note on a metric whose adjustment has little or nothing to go by. */
const noteOf = (
  { startedUs, split }: StartedExperiment,
  metric: Definition,
  arms: readonly Moments[],
): string | undefined => {
  if (metric.hasNoPast) {
    return `It is not adjusted: before the start no events were kept by ${split.unit}, which units are split by.`
  }
  if (!metric.adjust || metric.kind === 'ratio') return undefined
  const isCounted = arms.some(({ n }) => n > 0)
  if (isCounted && arms.every(({ x }) => x.m2 === 0)) {
    return 'It is not adjusted: nothing is known of these units from before they were exposed.'
  }
  return Date.parse(metric.createdAt) * 1_000 > startedUs - lookBackUs
    ? 'Its events are kept for less than 14 days before the start: the adjustment has less to go by.'
    : undefined
}

/** A metric's results day by day, each with all units of the days before, by the sequence alone. */
export const showDays = (
  experiment: StartedExperiment,
  metricKey: string,
  days: readonly { date: string; moments: Readonly<Record<string, Moments>> }[],
): ExperimentDay[] => {
  const design = statisticalDesign(experiment)
  const variants = [design.control, ...design.treatments]
  const sums = new Map(variants.map((variant) => [variant, noMoments]))
  return days.map(({ date, moments }) => {
    for (const variant of variants) {
      sums.set(variant, mergeMoments(sums.get(variant) as Moments, own(moments, variant) ?? noMoments))
    }
    const data = { moments: { [metricKey]: Object.fromEntries(sums) }, exposed: {}, days: 0, unitsPerDay: 0 }
    const result = readExperiment(design, data).metrics.find(({ key }) => key === metricKey) as MetricResult
    const shown = Object.entries(result.variants).map(([variant, { n, reading }]) => [
      variant,
      { n, ...(reading ? { difference: reading.difference, lift: reading.lift } : {}) },
    ])
    return { date, variants: Object.fromEntries(shown) }
  })
}
