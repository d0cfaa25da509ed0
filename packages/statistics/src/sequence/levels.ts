/**
 * `sequential`: an interval for every look. `hybrid`: the same, and one fixed reading at the planned end. `fixed`: only the
 * fixed reading gives a verdict.
 */
export type Method = 'sequential' | 'hybrid' | 'fixed'

/** The sequence's share of a hybrid's α; the fixed reading has the rest. */
const sequenceShare = 1 / 5

export type Levels = { sequence: number; fixed: number | null }

/**
 * α of one treatment's intervals: divided by Bonferroni among treatments, then between a hybrid's two readings, so that all
 * hold together with the confidence asked for, whenever one stops. A fixed test's sequence has no verdict, so it has all of
 * α.
 */
export const levelsOf = (confidence: number, treatments: number, method: Method): Levels => {
  const alpha = alphaOf(confidence) / treatments
  if (method === 'sequential') return { sequence: alpha, fixed: null }
  if (method === 'fixed') return { sequence: alpha, fixed: alpha }
  return { sequence: alpha * sequenceShare, fixed: alpha * (1 - sequenceShare) }
}

/** 1 − confidence, without the rounding error of binary fractions. */
export const alphaOf = (confidence: number): number => Number((1 - confidence).toPrecision(12))
