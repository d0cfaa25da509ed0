const hourUs = 60 * 60 * 1_000_000

/** So many refused sign-ins of one person, and of everybody, are written down in an hour. */
const maxOfOne = 5
export const maxRefusals = 100

export const refusalsSince = (nowUs: number): number => nowUs - hourUs

/** Whether one more is written down, given of whom there are some since then. */
export const isWorthNoting = (who: string, recent: readonly string[]): boolean =>
  recent.length < maxRefusals && recent.filter((one) => one === who).length < maxOfOne
