const minute = 60_000

/** Uses of keys are known to the minute. */
export const minuteOf = (nowMs: number): number => nowMs - (nowMs % minute)

/** A use is written down once a minute at most. */
export const isNewUse = (usedMs: number | null, nowMs: number): boolean => usedMs === null || minuteOf(nowMs) > usedMs
