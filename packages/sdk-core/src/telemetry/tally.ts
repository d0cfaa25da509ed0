import type { FlagValue, Reason } from '../types.ts'

/** A possible answer of a flag, and how often it was given since the last report. */
export type Counted = {
  readonly flagKey: string
  /** Undefined if the SDK does not know it; the service then finds the flag by its key. */
  readonly flagId: string | undefined
  readonly value: FlagValue | null
  readonly reason: Reason
  readonly ruleId: string | undefined
  readonly variant: string | undefined
  count: number
}

export type Tally = {
  count(counted: Counted): void
  /** Counts that no batch has taken yet, oldest first. */
  readonly waiting: Counted[]
}

/**
 * Counts in place: memory grows with the number of different answers, never with the number of evaluations, even while
 * nothing can be sent.
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
