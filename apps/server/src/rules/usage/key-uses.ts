const minute = 60_000

/** Uses of keys are recorded to the minute. */
export const minuteOf = (nowMs: number): number => nowMs - (nowMs % minute)

/** Tells whether a use is recorded: at most once a minute. */
export const isNewUse = (usedMs: number | null, nowMs: number): boolean => usedMs === null || minuteOf(nowMs) > usedMs
