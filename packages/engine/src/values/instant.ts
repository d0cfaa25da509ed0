const hour = '([01][0-9]|2[0-3])'
const sixty = '([0-5][0-9])'
const offset = `(?:Z|([+-])${hour}(?::?${sixty})?)`
const pattern = new RegExp(
  `^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T${hour}:${sixty}(?::${sixty}(?:\\.([0-9]+))?)?${offset}?)?$`,
)

const inMs = (hours = '0', minutes = '0', seconds = '0', fraction = '') =>
  (Number(hours) * 60 + Number(minutes)) * 60_000 +
  Number(seconds) * 1_000 +
  Number(fraction.slice(0, 3).padEnd(3, '0'))

/**
 * Parses an ISO 8601 text into epoch milliseconds. A date is its midnight in UTC, a time without an offset is in UTC, and
 * digits after the milliseconds are ignored.
 */
export function readIsoInstant(text: string): number | undefined {
  const parts = pattern.exec(text)
  if (!parts) return undefined
  const [, date = '', hours, minutes, seconds, fraction, sign, offsetHours, offsetMinutes] = parts
  const midnight = Date.parse(date)
  // Some engines read the 30th of February as the 2nd of March.
  if (new Date(midnight).getUTCDate() !== Number(date.slice(-2))) return undefined
  const offsetMs = inMs(offsetHours, offsetMinutes)
  return midnight + inMs(hours, minutes, seconds, fraction) - (sign === '-' ? -offsetMs : offsetMs)
}
