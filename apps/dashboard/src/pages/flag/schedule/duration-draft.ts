import { readNumber } from '../../../features/draft/typed/read-number.ts'

export const unitSeconds = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const

export type Unit = keyof typeof unitSeconds

/** A length of time as the user types it. */
export type DurationDraft = { amount: string; unit: Unit }

/** The duration in whole seconds; undefined if it is not valid. */
export const readDuration = ({ amount, unit }: DurationDraft): number | undefined => {
  const number = readNumber(amount)
  return typeof number === 'number' && number >= 0 ? Math.round(number * unitSeconds[unit]) : undefined
}

/** The value of a local date and time field as an ISO instant; undefined if it is empty or invalid. */
export const readLocal = (text: string): string | undefined => {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** The reverse: an instant as `2026-11-16T15:04`, in the viewer's time zone. */
export const localText = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
