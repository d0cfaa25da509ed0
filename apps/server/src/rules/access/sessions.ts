const minuteUs = 60 * 1_000_000
const hourUs = 60 * minuteUs

/** An unused session ends after this time. */
const idleUs = 12 * hourUs

/** Every session ends after this time. One opened by a link is shorter, since no provider vouches for its user. */
const maxUs = { provider: 7 * 24 * hourUs, link: 12 * hourUs }

/** The way a session was opened. */
export type Way = keyof typeof maxUs

/** Saves the look-up of texts that cannot be one of our sessions. */
export const looksLikeSession = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text)

/** The cut-off times: a session that ends or was last used before them is over. */
export const oldestSession = (nowUs: number) => ({ endsUs: nowUs, usedUs: nowUs - idleUs })

/** The time at which a session ends unless it is used again. */
export const endsUnused = ({ endsUs, usedUs }: { endsUs: number; usedUs: number }): number =>
  Math.min(endsUs, usedUs + idleUs)

export const sessionEnd = (by: Way, nowUs: number): number => nowUs + maxUs[by]

export const sessionSeconds = (by: Way): number => maxUs[by] / 1_000_000

/** Uses are recorded at most once a minute. */
export const isWorthTouching = (usedUs: number, nowUs: number): boolean => nowUs - usedUs >= minuteUs

/** The lifetime of the sign-in link that is printed at the start. */
export const linkUs = 15 * minuteUs
