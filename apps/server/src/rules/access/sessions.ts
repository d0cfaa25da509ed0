const minuteUs = 60 * 1_000_000
const hourUs = 60 * minuteUs

/** A session is over after so long unused. */
const idleUs = 12 * hourUs

/** And after so long in any case. Nobody vouches for who uses a link, so that what it opens is over sooner. */
const maxUs = { provider: 7 * 24 * hourUs, link: 12 * hourUs }

/** What somebody signed in by. */
export type Way = keyof typeof maxUs

/** Saves a look-up for what can be no session of ours. */
export const looksLikeSession = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text)

/** What ended or was used last before these moments is over. */
export const oldestSession = (nowUs: number) => ({ endsUs: nowUs, usedUs: nowUs - idleUs })

/** When a session is over unless it is used again. */
export const endsUnused = ({ endsUs, usedUs }: { endsUs: number; usedUs: number }): number =>
  Math.min(endsUs, usedUs + idleUs)

export const sessionEnd = (by: Way, nowUs: number): number => nowUs + maxUs[by]

export const sessionSeconds = (by: Way): number => maxUs[by] / 1_000_000

/** A use is written down once a minute at most. */
export const isWorthTouching = (usedUs: number, nowUs: number): boolean => nowUs - usedUs >= minuteUs

/** How long a link that the start printed can be used. */
export const linkUs = 15 * minuteUs
