import type { ExperimentGuardrail, RecommendationKind } from '@bunting/contract'
import { type GuardrailResult, gravestOf, type Results, readKept } from '@bunting/statistics'
import type { Crossing, Verdict } from '../audit/experiments.ts'
import { own } from '../own.ts'
import { type Counted, exposedTotal, readResults, showResults, statisticalDesign } from './experiment-results.ts'
import { addWarning, type Evidence, type RunningExperiment, type StartedExperiment } from './experiments.ts'

const secondUs = 1_000_000
const dayUs = 86_400 * secondUs

/** The interval of looks: a crossed guardrail is acted upon within a minute, even if a look takes a while. */
const everyUs = 15 * secondUs

/** The time of the next look: soon while it runs, exactly at its planned end, and ever more rarely after it stopped. */
export const nextLookUs = ({ stoppedUs, design, evidence }: StartedExperiment, nowUs: number): number => {
  if (stoppedUs !== null) return nowUs + Math.min(dayUs / 24, Math.max(everyUs, (nowUs - stoppedUs) / 20))
  const { plannedEndUs } = design
  const isAhead = plannedEndUs !== null && evidence.kept === undefined && plannedEndUs > nowUs
  return isAhead ? Math.min(nowUs + everyUs, plannedEndUs) : nowUs + everyUs
}

/** The outcome of a look at a running experiment. */
export type Look =
  | { kind: 'nothing' }
  /** All or most units of earlier looks are gone: the database was restored without them. */
  | { kind: 'lost' }
  /** The experiment to save, newly crossed guardrails, the gravest consequence first, and the first verdict. */
  | { kind: 'news'; experiment: RunningExperiment; crossings: readonly Crossing[]; verdict: Verdict | undefined }

/** Looks at a running experiment. `isEvaluated` tells whether the flag was evaluated recently. */
export const lookAt = (
  before: RunningExperiment,
  counted: Counted,
  { nowUs, isEvaluated }: { nowUs: number; isEvaluated: boolean },
): Look => {
  const units = exposedTotal(counted)
  if (isWithoutUnits(before, counted)) return { kind: 'lost' }
  const results = readResults(before, counted, nowUs)
  const crossings = newCrossings(before, results)
  const verdict = firstVerdict(before, counted, results, nowUs)
  const warned = warnOfSilence(before, isEvaluated && units === 0 && nowUs - before.startedUs >= silenceUs)
  const experiment = {
    ...warned,
    evidence: {
      ...keepMost(before.evidence, results, units),
      ...(isPlannedEnd(before, nowUs)
        ? { kept: readKept(statisticalDesign(before), own(counted.moments, before.design.primary) ?? {}) }
        : {}),
      ...(crossings.length > 0
        ? { crossed: [...(before.evidence.crossed ?? []), ...crossings.map(({ metric }) => metric)] }
        : {}),
      ...(verdict && { verdict: verdict.recommendation }),
    },
  }
  const { kept, before: most, units: seen } = experiment.evidence
  const isNew = kept !== before.evidence.kept || most !== before.evidence.before || seen !== before.evidence.units
  return isNew || crossings.length > 0 || verdict || warned !== before
    ? { kind: 'news', experiment, crossings, verdict }
    : { kind: 'nothing' }
}

/** The time without any exposure after which there is a warning, if the flag is evaluated. */
const silenceUs = 600 * secondUs
const silence =
  'The flag is evaluated, but nobody was exposed yet: SDKs send exposures where telemetry is on, and OFREP’s bulk route sends none.'

const warnOfSilence = (experiment: RunningExperiment, isSilent: boolean): RunningExperiment => {
  if (isSilent) return addWarning(experiment, silence)
  const { warnings } = experiment
  return warnings.includes(silence)
    ? { ...experiment, warnings: warnings.filter((warning) => warning !== silence) }
    : experiment
}

/** Tells whether the one fixed reading is due: once, at the planned end. */
const isPlannedEnd = ({ design, evidence }: RunningExperiment, nowUs: number): boolean =>
  design.method !== 'sequential' &&
  design.plannedEndUs !== null &&
  nowUs >= design.plannedEndUs &&
  evidence.kept === undefined

/** The least growth of evidence that is saved, unless it decides something. */
const notable = 1.1

/** The strongest evidence of all looks; the same object if this look adds nothing. */
const keepMost = (evidence: Evidence, { split, guardrails }: Results, units: number): Evidence => {
  const before = evidence.before ?? { split: 0, guardrails: {} }
  const most = new Map<string, Map<string, number>>()
  let isNew = units > (evidence.units ?? 0) * notable || split.evidence > before.split * notable
  for (const { metric, variant, evidence: found, status } of guardrails) {
    const known = own(own(before.guardrails, metric), variant) ?? 0
    isNew ||= found > known * notable || (status === 'crossed' && found > known)
    most.set(metric, (most.get(metric) ?? new Map()).set(variant, Math.max(known, found)))
  }
  isNew ||= split.status === 'mismatch' && split.evidence > before.split
  if (!isNew) return evidence
  return {
    ...evidence,
    units: Math.max(units, evidence.units ?? 0),
    before: {
      split: Math.max(before.split, split.evidence),
      guardrails: Object.fromEntries(Array.from(most, ([metric, variants]) => [metric, Object.fromEntries(variants)])),
    },
  }
}

/** Recommendations after which somebody has to decide. A crossed guardrail is told by itself. */
const decisive: readonly RecommendationKind[] = ['ship', 'keep_control', 'no_difference']

/** The verdict to tell, if there was none before. Verdicts can revert: telling each would be telling noise. */
const firstVerdict = (
  experiment: RunningExperiment,
  counted: Counted,
  { recommendation: { kind } }: Results,
  nowUs: number,
): Verdict | undefined => {
  if (experiment.evidence.verdict !== undefined || !decisive.includes(kind)) return undefined
  const { variant, why } = showResults(experiment, counted, { nowUs, at: '' }).recommendation
  return { recommendation: kind, ...(variant !== undefined && { variant }), why }
}

/** The least number of units of which a loss of half is noticed: fewer could have been forgotten on request. */
const leastUnits = 100

const isWithoutUnits = ({ evidence: { units = 0 } }: RunningExperiment, counted: Counted): boolean =>
  counted.isUnheardOf ? units > 0 : units >= leastUnits && exposedTotal(counted) < units / 2

const newCrossings = ({ design, evidence }: RunningExperiment, results: Results): Crossing[] => {
  const { crossed = [] } = evidence
  return gravestOf(results.guardrails)
    .filter(({ metric, status }) => status === 'crossed' && !crossed.includes(metric))
    .flatMap((found) => {
      const guardrail = design.guardrails.find(({ metric }) => metric === found.metric)
      return guardrail ? [crossingOf(design.control, guardrail, found, results)] : []
    })
    .sort((one, other) => consequences.indexOf(one.then) - consequences.indexOf(other.then))
}

const consequences: readonly Crossing['then'][] = ['rollback', 'pause', 'notify']

const crossingOf = (
  control: string,
  { worseBy, then }: ExperimentGuardrail,
  { metric, variant, evidence }: GuardrailResult,
  { metrics }: Results,
): Crossing => {
  const variants = metrics.find(({ key, role }) => key === metric && role === 'guardrail')?.variants ?? {}
  const [of, than] = [own(variants, variant), own(variants, control)]
  const numbers = `${meanText(of)}, where ${control} has ${meanText(than)}`
  return {
    metric,
    variant,
    evidence,
    worseBy,
    then,
    units: [than?.n ?? 0, of?.n ?? 0],
    means: [than?.mean ?? null, of?.mean ?? null],
    reason: `The guardrail ${metric} was crossed by ${variant}: ${numbers}.`,
  }
}

/** `0.075 of 4,000 units`. */
const meanText = ({ mean, n }: { mean: number | null; n: number } = { mean: null, n: 0 }): string =>
  `${mean === null ? 'nothing' : Number(mean.toPrecision(4))} of ${n.toLocaleString('en')} units`
