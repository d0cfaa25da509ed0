const hourUs = 60 * 60 * 1_000_000

/** So many refused sign-ins of one person, and of everybody, are written down in an hour. */
const mostOfOne = 5
export const mostRefusals = 100

export const refusalsSince = (nowUs: number): number => nowUs - hourUs

/** Whether one more is written down, given of whom there are some since then. */
export const isWorthNoting = (who: string, recent: readonly string[]): boolean =>
  recent.length < mostRefusals && recent.filter((one) => one === who).length < mostOfOne
