/** The bytes of events that an environment may receive in a day, and those that it has received. */
export type DayBudget = {
  maxBytes: number
  bytes: number
  clientBytes: number
  /** The kind of key that sends more. */
  from: 'server' | 'client'
}

/** Why an environment takes no more events today, if so. Client keys are public, and get half of the budget. */
export const dayIsFull = ({ maxBytes, bytes, clientBytes, from }: DayBudget, nextDay: string): string | undefined => {
  const again = `it takes events again from ${nextDay}T00:00:00Z`
  if (bytes >= maxBytes) return `environmentId has been sent its ${sizeText(maxBytes)} of events for today: ${again}`
  if (from === 'server' || clientBytes < maxBytes / 2) return undefined
  return `environmentId has been sent the ${sizeText(maxBytes / 2)} of events that client keys may send in a day: ${again}`
}

const mebibyte = 1024 * 1024

const sizeText = (bytes: number): string =>
  bytes < mebibyte ? `${Math.round(bytes)} bytes` : `${Math.round(bytes / mebibyte)} MiB`
