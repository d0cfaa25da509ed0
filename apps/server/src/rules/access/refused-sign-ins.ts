const hourUs = 60 * 60 * 1_000_000

/** The most refused sign-ins that are logged in an hour: of one person, and of everybody. */
const maxOfOne = 5
export const maxRefusals = 100

export const refusalsSince = (nowUs: number): number => nowUs - hourUs

/** Tells whether another refusal is logged; `recent` names the people refused in the last hour. */
export const isWorthNoting = (who: string, recent: readonly string[]): boolean =>
  recent.length < maxRefusals && recent.filter((one) => one === who).length < maxOfOne
