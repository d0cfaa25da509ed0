import { dayOf } from '../../rules/usage/days.ts'

/** Far more than a commit takes to get to the disk, and than the clocks of two instances are apart. */
const marginMs = 15 * 60 * 1_000

/**
 * Whether somebody may have aggregated the day, or be about to, so that it is marked as having got more. What is of the
 * day that goes on needs no mark: the day is aggregated when it is over.
 */
export const mayBeAggregated = (day: string, nowMs: number): boolean => day < dayOf(nowMs + marginMs)
