const minuteUs = 60 * 1_000_000
const hourUs = 60 * minuteUs

/** A session is over after so long unused, and after so long in any case. */
const idleUs = 12 * hourUs
const mostUs = 7 * 24 * hourUs

/** What began or was used before these moments is over. */
export const oldestSession = (nowUs: number) => ({ createdUs: nowUs - mostUs, usedUs: nowUs - idleUs })

/** A use is written down once a minute at most. */
export const isWorthTouching = (usedUs: number, nowUs: number): boolean => nowUs - usedUs >= minuteUs

export const sessionSeconds = mostUs / 1_000_000

/** How long a link that the start printed can be used. */
export const linkUs = 15 * minuteUs
