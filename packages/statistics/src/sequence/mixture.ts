import { normalCdf } from '../special/normal.ts'

// The normal mixture: a sequence of intervals that covers at all looks together (Robbins 1970; Howard, Ramdas, McAuliffe &
// Sekhon 2021, arXiv 1810.08240; for means of anything, asymptotically, Waudby-Smith et al., arXiv 2103.06476). It
// mixes over effects as a prior N(0, k·SE²) would, where k grows with the units: it is narrowest near the units expected.

/** The limit of evidence, which a double could not hold beyond; p has its inverse as limit. */
export const mostEvidence = 1e300

/** −2 ln α + ln(1 − 2 ln α): times n/N*, the prior that makes the mixture narrowest at N* (Waudby-Smith et al.). */
export const tuning = (alpha: number): number => -2 * Math.log(alpha) + Math.log1p(-2 * Math.log(alpha))

/** The ratio of the prior's variance to the squared standard error, after this many units. */
export const priorRatio = (alpha: number, units: number, expectedUnits: number): number =>
  (tuning(alpha) * units) / expectedUnits

/** Half the width of the interval, in standard errors. */
export const sequenceMultiplier = (alpha: number, k: number): number =>
  Math.sqrt((1 + 1 / k) * (Math.log1p(k) - 2 * Math.log(alpha)))

/** ln e: how much better the mixture explains the data than no effect does. The Bayes factor of the mSPRT (Johari 2017). */
export const logEvidence = (z: number, k: number): number => 0.5 * ((z * z * k) / (1 + k) - Math.log1p(k))

/** The probability that the effect is positive, under the mixture's prior. It decides nothing. */
export const chanceAbove = (z: number, k: number): number => normalCdf(z * Math.sqrt(k / (1 + k)))

export const evidenceOf = (log: number): number => Math.min(mostEvidence, Math.exp(log))

/** The p-value of an e-value: at most 1/e of all null experiments ever reach e (Ville 1939). */
export const pOf = (evidence: number): number => Math.min(1, 1 / evidence)
