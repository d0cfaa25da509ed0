/**
 * `sequential`: an interval for every look. `hybrid`: that, and one fixed read at the planned end. `fixed`: the fixed read alone
 * gives a verdict.
 */
export type Method = 'sequential' | 'hybrid' | 'fixed'

/** Of a hybrid's α, the share of the sequence; the fixed read has the rest. */
const sequenceShare = 1 / 5

export type Levels = { sequence: number; fixed: number | null }

/**
 * α of one treatment's intervals: by Bonferroni over treatments, then between a hybrid's two reads, so that all are right
 * together with the confidence asked for, whenever one stops. Without a verdict of its own, a fixed test's sequence has all of α.
 */
export const levelsOf = (confidence: number, treatments: number, method: Method): Levels => {
  const alpha = alphaOf(confidence) / treatments
  if (method === 'sequential') return { sequence: alpha, fixed: null }
  if (method === 'fixed') return { sequence: alpha, fixed: alpha }
  return { sequence: alpha * sequenceShare, fixed: alpha * (1 - sequenceShare) }
}

/** 1 − confidence without what binary fractions add to it. */
export const alphaOf = (confidence: number): number => Number((1 - confidence).toPrecision(12))
