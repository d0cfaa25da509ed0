const secondUs = 1_000_000
const minuteUs = 60 * secondUs
const hourUs = 60 * minuteUs

/** How long after each try that failed the next one comes. The one after the last of these is given up. */
const delaysUs = [
  5 * secondUs,
  5 * minuteUs,
  30 * minuteUs,
  2 * hourUs,
  5 * hourUs,
  10 * hourUs,
  14 * hourUs,
  20 * hourUs,
  24 * hourUs,
]

/** So that what failed together does not come back together. */
const jitter = 0.2

/** Whoever asks for more time than this is asked again all the same. */
const longestWaitUs = 24 * hourUs

/**
 * How long to wait after a message failed for the `tries`th time; undefined where that was the last one. `chance` is from
 * 0 to 1.
 */
export const waitUs = (tries: number, random: number, retryAfterUs = 0): number | undefined => {
  const delayUs = delaysUs[tries - 1]
  if (delayUs === undefined) return undefined
  const spreadUs = delayUs * (1 - jitter + 2 * jitter * random)
  return Math.round(Math.max(spreadUs, Math.min(retryAfterUs, longestWaitUs)))
}

/** What `Retry-After` asks for: seconds, or a date. */
export const retryAfterUs = (header: string | undefined, nowUs: number): number => {
  if (header === undefined) return 0
  const us = /^\d+$/.test(header) ? Number(header) * secondUs : Date.parse(header) * 1_000 - nowUs
  return us > 0 ? us : 0
}

/** Failures in a row after which a webhook is tried less often, and how much less often in the end. */
const patientFailures = 5
const longestRestUs = minuteUs

/** How long a webhook rests after so many failures in a row, whatever waits for it: many dead ones then cost little. */
export const restUs = (failures: number): number => {
  if (failures < patientFailures) return 0
  return Math.min(longestRestUs, secondUs * 2 ** Math.min(failures - patientFailures, 10))
}
