import type { FlagValue, Reason } from '../types.ts'

/** One thing that a flag can answer, and how often it did since that was last told. */
export type Counted = {
  readonly flagKey: string
  /** Undefined where the SDK is not told; the service then knows it by the key. */
  readonly flagId: string | undefined
  readonly value: FlagValue | null
  readonly reason: Reason
  readonly ruleId: string | undefined
  readonly variant: string | undefined
  count: number
}

export type Tally = {
  count(counted: Counted): void
  /** What was counted and not taken yet, oldest first. */
  readonly waiting: Counted[]
}

/**
 * Counts in place: what is kept grows with the number of different answers, never with the number of evaluations, also
 * while nothing can be sent.
 */
export const openTally = (): Tally => {
  const waiting: Counted[] = []
  return {
    waiting,
    count: (counted) => {
      if (counted.count++ === 0) waiting.push(counted)
    },
  }
}
