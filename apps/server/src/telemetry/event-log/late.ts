import { dayOf } from '../../rules/usage/days.ts'

/** Far more than a commit takes to reach the disk, and than the clocks of two instances differ. */
const marginMs = 15 * 60 * 1_000

/**
 * Tells whether the day may have been aggregated already, or may be soon, so that it must be marked as changed. Events
 * of the current day need no mark: it is aggregated when it is over.
 */
export const mayBeAggregated = (day: string, nowMs: number): boolean => day < dayOf(nowMs + marginMs)
