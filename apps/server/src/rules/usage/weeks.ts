const dayUs = 24 * 60 * 60 * 1_000_000
export const weekUs = 7 * dayUs
/** Weeks begin on Mondays (UTC), and 1970 on a Thursday. */
export const firstMondayUs = -3 * dayUs

/** The number of a week since 1970. */
const weekOf = (us: number): number => Math.floor((us - firstMondayUs) / weekUs)

export const startOfWeekUs = (week: number): number => week * weekUs + firstMondayUs

/** The last weeks, oldest first. */
export const lastWeeks = (count: number, nowUs: number): number[] =>
  Array.from({ length: count }, (_, index) => weekOf(nowUs) - count + 1 + index)
