import { mostEvidence, pOf } from '../sequence/mixture.ts'
import { logNearOne, stirlingError } from '../special/stirling.ts'
import { cellsOf, type Split } from './split.ts'

/** The priors' concentrations around the split: low ones detect large mismatches early, high ones small ones late. */
const concentrations = [100, 1_000, 10_000]
const leastUnits = 100
const mismatchBelow = 0.01

export type SplitReading = { status: 'ok' | 'mismatch' | 'not_enough'; p: number; evidence: number }

/**
 * Tests at every look whether units were split as planned: at most one correctly split experiment in a hundred is ever
 * called a mismatch. `evidenceBefore` is the strongest evidence so far.
 */
export const readSplit = (split: Split, evidenceBefore = 0): SplitReading => {
  const evidence = Math.max(evidenceBefore, splitEvidence(split))
  const p = pOf(evidence)
  const units = split.counts.reduce((sum, count) => sum + count, 0)
  return { status: p < mismatchBelow ? 'mismatch' : units < leastUnits ? 'not_enough' : 'ok', p, evidence }
}

/** The mean of e-values, which is an e-value: of Dirichlet-multinomial mixtures (Lindon & Malek 2022, arXiv 2011.03567). */
export const splitEvidence = (split: Split, kappas: readonly number[] = concentrations): number => {
  const cells = cellsOf(split)
  if (!cells) return mostEvidence
  const logs = kappas.map((kappa) => logEvidence(cells, kappa))
  const largest = Math.max(...logs)
  const mean = logs.reduce((sum, log) => sum + Math.exp(log - largest), 0) / logs.length
  return Math.min(mostEvidence, Math.exp(largest + Math.log(mean)))
}

/**
 * lnΓ(κ) − lnΓ(κ + n) + Σ[lnΓ(κp + n_i) − lnΓ(κp)] − Σ n_i·ln p. Its terms are far larger than the result, so it is computed
 * by Stirling's formula as a sum of logarithms of ratios near 1.
 */
const logEvidence = (cells: readonly { count: number; share: number }[], kappa: number): number => {
  const units = cells.reduce((sum, { count }) => sum + count, 0)
  const total = kappa + units
  return cells.reduce(
    (sum, { count, share }) => {
      const [before, after] = [kappa * share, kappa * share + count]
      const offset = (count - units * share) / (total * share)
      return (
        sum +
        after * logNearOne(after / (total * share), offset) -
        0.5 * Math.log(after / before) +
        (stirlingError(after) - stirlingError(before))
      )
    },
    0.5 * Math.log(total / kappa) + (stirlingError(kappa) - stirlingError(total)),
  )
}
