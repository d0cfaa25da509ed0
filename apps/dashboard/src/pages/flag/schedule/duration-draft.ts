import { readNumber } from '../../../features/draft/read-number.ts'

export const unitSeconds = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const

export type Unit = keyof typeof unitSeconds

/** How long, as somebody types it. */
export type DurationDraft = { amount: string; unit: Unit }

/** In whole seconds; undefined where it is no length of time. */
export const readDuration = ({ amount, unit }: DurationDraft): number | undefined => {
  const number = readNumber(amount)
  return typeof number === 'number' && number >= 0 ? Math.round(number * unitSeconds[unit]) : undefined
}

/** What a field for a local date and time holds, as an instant; undefined where it holds none. */
export const readLocal = (text: string): string | undefined => {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** The other way: `2026-11-16T15:04`, in the viewer's time zone. */
export const localText = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
