import { type Arm, armOf } from '../../src/estimate/arm.ts'
import { contrastOf, contrastOfArms, degreesOfFreedom, differenceAt, unitsOf } from '../../src/estimate/contrast.ts'
import { shortageOf } from '../../src/estimate/shortage.ts'
import {
  benjaminiHochberg,
  chiSquareSplit,
  type Direction,
  type Evidence,
  eBenjaminiHochberg,
  holm,
  type Interval,
  levelsOf,
  type Method,
  type MetricKind,
  type Moments,
  noMoments,
  type PowerQuestion,
  powerOf,
  type Question,
  recommend,
  type Split,
  sampleSize,
} from '../../src/index.ts'
import { readFixed } from '../../src/read/fixed.ts'
import { readGuardrail } from '../../src/read/guardrail.ts'
import { liftOf } from '../../src/read/lift.ts'
import { readSequence } from '../../src/read/sequence.ts'
import { verdictOf } from '../../src/read/verdict.ts'
import { logEvidence, priorRatio, sequenceMultiplier, tuning } from '../../src/sequence/mixture.ts'
import { oneSidedLogEvidence, oneSidedScale } from '../../src/sequence/one-sided.ts'
import { chiSquareTail } from '../../src/special/chi-square.ts'
import { logNormalCdf, normalCdf, normalQuantile } from '../../src/special/normal.ts'
import { logGamma } from '../../src/special/stirling.ts'
import { studentCritical, studentTail } from '../../src/special/student.ts'
import { splitEvidence } from '../../src/split/sequential-split.ts'
import { armOfShare, type GivenArm, momentsOfRatio, momentsOfSums, momentsOfValues } from './arms.ts'
import { deltaLift } from './delta-lift.ts'

type Pair = { control: GivenArm; treatment: GivenArm; alpha: number; expectedUnits: number; multiplier: number }
type Units = { y: number[]; x: number[] } | Extract<GivenArm, { sums: unknown }>
type Units2 = { control: Units; treatment: Units; alpha?: number; expectedUnits?: number; multiplier: number }

const armIn = (given: GivenArm): Arm => {
  if ('share' in given) return armOfShare(given.share.successes, given.share.of)
  const arm = 'ratio' in given ? armOf('ratio', momentsOfRatio(given.ratio)) : armOf('sum', momentsOfSums(given.sums))
  if (!arm) throw new Error('nothing to divide by')
  return arm
}
const contrastIn = ({ control, treatment }: { control: GivenArm; treatment: GivenArm }) =>
  contrastOfArms(armIn(control), armIn(treatment))

const unitsIn = (given: Units): Moments =>
  'sums' in given ? momentsOfSums(given.sums) : momentsOfValues(given.y, given.x)
const adjustedIn = ({ control, treatment }: Units2, adjust: boolean) => {
  const contrast = contrastOf({ kind: 'sum', direction: 'increase', adjust }, unitsIn(control), unitsIn(treatment))
  if (!contrast) throw new Error('no contrast')
  return contrast
}
const flat = ({ value, low, high }: Interval) => ({ difference: value, low, high })
const errorOf = (contrast: ReturnType<typeof contrastIn>) => Math.sqrt(differenceAt(contrast).variance)

/** The implementation here of each function in the conformance data. */
export const functions: Record<string, (input: never) => unknown> = {
  normalCdf: ({ x }: { x: number }) => ({ value: normalCdf(x) }),
  logNormalCdf: ({ x }: { x: number }) => ({ value: logNormalCdf(x) }),
  normalQuantile: ({ p }: { p: number }) => ({ value: normalQuantile(p) }),
  logGamma: ({ x }: { x: number }) => ({ value: logGamma(x) }),
  chiSquareTail: ({ statistic, df }: { statistic: number; df: number }) => ({ p: chiSquareTail(statistic, df) }),
  studentTail: ({ t, df }: { t: number; df: number }) => ({ p: studentTail(t, df) }),
  studentCritical: ({ alpha, df }: { alpha: number; df: number }) => ({ t: studentCritical(alpha, df) }),
  moments: ({ y, x }: { y: number[]; x: number[] }) => momentsOfValues(y, x),
  welch: (input: Pair) => {
    const contrast = contrastIn(input)
    const { difference, p } = readFixed(contrast, input.alpha)
    return { ...flat(difference), p, standardError: errorOf(contrast), degreesOfFreedom: degreesOfFreedom(contrast) }
  },
  welchOneSided: (input: Pair) => {
    const contrast = contrastIn(input)
    const { difference, p } = readFixed(contrast, 2 * input.alpha)
    return { ...flat(difference), p: p / 2, standardError: errorOf(contrast) }
  },
  deltaLift: (input: Pair) => {
    const contrast = contrastIn(input)
    const df = degreesOfFreedom(contrast)
    const delta = deltaLift(contrast, studentCritical(input.alpha, df))
    return { ...delta, p: studentTail(delta.lift / delta.standardError, df) }
  },
  sequentialDeltaLift: (input: Pair) => {
    const contrast = contrastIn(input)
    const k = priorRatio(input.alpha, unitsOf(contrast), input.expectedUnits)
    const delta = deltaLift(contrast, sequenceMultiplier(input.alpha, k))
    return { ...delta, p: Math.min(1, Math.exp(-logEvidence(delta.lift / delta.standardError, k))) }
  },
  sequential: (input: Pair) => {
    const contrast = contrastIn(input)
    const { difference, evidence, p, chanceAbove } = readSequence(contrast, input.alpha, input.expectedUnits)
    return { ...flat(difference), standardError: errorOf(contrast), evidence, p, chance: chanceAbove }
  },
  cuped: (input: Units2) => {
    const [contrast, plain] = [adjustedIn(input, true), adjustedIn(input, false)]
    const { alpha = 0.05, expectedUnits = 10_000 } = input
    const { difference } = readSequence(contrast, alpha, expectedUnits)
    const q = sequenceMultiplier(alpha, priorRatio(alpha, unitsOf(contrast), expectedUnits))
    return {
      ...flat(difference),
      theta: contrast.theta,
      standardError: errorOf(contrast),
      unadjusted: { difference: differenceAt(plain).value, standardError: errorOf(plain) },
      deltaLift: deltaLift(contrast, q),
    }
  },
  cupedLift: (input: Units2) => liftIn(liftOf(adjustedIn(input, true), input.multiplier)),
  fieller: (input: Pair) => liftIn(liftOf(contrastIn(input), input.multiplier)),
  multiplier: ({ alpha, fraction }: { alpha: number; fraction: number }) => ({
    multiplier: sequenceMultiplier(alpha, priorRatio(alpha, fraction, 1)),
  }),
  mixture: ({ v, alpha, s }: { v: number; alpha: number; s: number }) => {
    // The same for a sum s of variance v, where z is s/√v, tuned to be narrowest at v.
    const k = tuning(alpha)
    return {
      rho: v / k,
      logEvidence: logEvidence(s / Math.sqrt(v), k),
      bound: sequenceMultiplier(alpha, k) * Math.sqrt(v),
    }
  },
  oneSidedMixture: ({ v, alpha, s }: { v: number; alpha: number; s: number }) => {
    const rho = oneSidedScale(alpha, v)
    return { rho, logEvidence: oneSidedLogEvidence(s, v, rho), bound: boundOf(alpha, v, rho) }
  },
  chiSquareSplit: (input: Split) => chiSquareSplit(input),
  sequentialSplit: ({ concentrations, ...split }: Split & { concentrations?: number[] }) => ({
    p: Math.min(1, 1 / splitEvidence(split, concentrations)),
  }),
  holm: ({ p }: { p: number[] }) => ({ p: holm(p) }),
  benjaminiHochberg: ({ p }: { p: number[] }) => ({ p: benjaminiHochberg(p) }),
  eBenjaminiHochberg: ({ evidence, alpha }: { evidence: number[]; alpha: number }) => ({
    selected: eBenjaminiHochberg(evidence, alpha),
  }),
  power: (input: PowerQuestion) => ({ power: powerOf(input) }),
  sampleSize: ({ alpha, ...input }: Question & { alpha: number }) => {
    const units = sampleSize({ ...input, confidence: 1 - alpha, direction: 'increase', treatments: 1 })
    return { perVariant: units && units / 2 }
  },
  guardrail: (input: Pair & { worseBy: number; direction: Direction }) => {
    const { evidence } = readGuardrail(contrastIn(input), { ...input, comparisons: 1 })
    return { evidence }
  },
  levels: ({ confidence, treatments, method }: { confidence: number; treatments: number; method: Method }) =>
    levelsOf(confidence, treatments, method),
  verdict: (input: { difference: Interval; lift: Interval | null; direction: Direction; minimumEffect: number }) => ({
    verdict: verdictOf(input, input.direction, input.minimumEffect),
  }),
  shortage: (input: { kind: MetricKind; control: Partial<Moments>; treatment: Partial<Moments> }) => {
    const metric = { kind: input.kind, direction: 'increase', adjust: false } as const
    const [control, treatment] = [input.control, input.treatment].map((arm) => ({ ...noMoments, ...arm }))
    return { shortage: shortageOf(metric, control ?? noMoments, treatment ?? noMoments) ?? null }
  },
  recommendation: (input: Evidence) => recommend(input),
}

const liftIn = (lift: Interval | null) => ({
  lift: lift?.value ?? null,
  low: lift?.low ?? null,
  high: lift?.high ?? null,
})

/** The point at which the one-sided evidence reaches 1/α, by bisection. */
const boundOf = (alpha: number, v: number, rho: number): number => {
  let [low, high] = [0, 1e4]
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (oneSidedLogEvidence(middle, v, rho) < -Math.log(alpha)) low = middle
    else high = middle
  }
  return low
}
