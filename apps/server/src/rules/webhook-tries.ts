const secondUs = 1_000_000
const minuteUs = 60 * secondUs
const hourUs = 60 * minuteUs

/** The delays between tries. After the last one the message is given up. */
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

/** Spreads the retries of messages that failed at the same time. */
const jitter = 0.2

/** The longest `Retry-After` that is honoured. */
const longestWaitUs = 24 * hourUs

/** The delay after a message failed for the `tries`th time; undefined if that was the last try. `random` is from 0 to 1. */
export const waitUs = (tries: number, random: number, retryAfterUs = 0): number | undefined => {
  const delayUs = delaysUs[tries - 1]
  if (delayUs === undefined) return undefined
  const spreadUs = delayUs * (1 - jitter + 2 * jitter * random)
  return Math.round(Math.max(spreadUs, Math.min(retryAfterUs, longestWaitUs)))
}

/** The delay that a `Retry-After` header asks for, in seconds or as a date. */
export const retryAfterUs = (header: string | undefined, nowUs: number): number => {
  if (header === undefined) return 0
  const us = /^\d+$/.test(header) ? Number(header) * secondUs : Date.parse(header) * 1_000 - nowUs
  return us > 0 ? us : 0
}

/** Consecutive failures after which a webhook is tried less often, and the longest pause between tries. */
const patientFailures = 5
const longestRestUs = minuteUs

/** The pause of a webhook after consecutive failures, however much waits for it: dead webhooks then cost little. */
export const restUs = (failures: number): number => {
  if (failures < patientFailures) return 0
  return Math.min(longestRestUs, secondUs * 2 ** Math.min(failures - patientFailures, 10))
}
