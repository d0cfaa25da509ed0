import type { MetricKind } from '@bunting/contract'

const noBreak = '\u00a0'
const minus = '\u2212'

/** With a decimal below ten, and none from a hundred on: `+2.1`, `−16.0`, `+254`. */
const signed = (value: number): string => {
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 0.05 || size === 0 ? 1 : 2
  const text = size.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  if (Number(text.replaceAll(',', '')) === 0) return text
  return `${value < 0 ? minus : '+'}${text}`
}

/** A lift, `0.064` as `+6.4 %`. */
export const sayLift = (lift: number): string => `${signed(lift * 100)}${noBreak}%`

type Interval = { low: number; high: number }

/** `+2.1 to +10.9 %`. */
export const sayLifts = ({ low, high }: Interval): string => `${signed(low * 100)} to ${signed(high * 100)}${noBreak}%`

/** A tick of an axis: `+4 %`, `0 %`. */
export const sayTick = (lift: number): string => {
  const share = Math.round(lift * 100_000) / 1_000
  return `${share > 0 ? '+' : share < 0 ? minus : ''}${Math.abs(share).toLocaleString('en')}${noBreak}%`
}

const significant = new Intl.NumberFormat('en', { minimumSignificantDigits: 3, maximumSignificantDigits: 3 })
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

const plain = (value: number): string => {
  if (value === 0) return '0'
  return Math.abs(value) >= 1_000 ? whole.format(value) : significant.format(value)
}

/** What a unit is worth on average: `11.92 %` of a conversion, `7.12` of anything else. */
export const sayMean = (kind: MetricKind | undefined, mean: number | null): string => {
  if (mean === null) return '–'
  if (kind !== 'conversion') return plain(mean)
  const digits = mean > 0 && mean < 0.001 ? 4 : 2
  return `${(mean * 100).toFixed(digits)}${noBreak}%`
}

/** A difference of two means: of conversions in percentage points. */
export const sayDifference = (kind: MetricKind | undefined, value: number): string => {
  const size = kind === 'conversion' ? `${(Math.abs(value) * 100).toFixed(2)}${noBreak}pt` : plain(Math.abs(value))
  return value === 0 ? size : `${value < 0 ? minus : '+'}${size}`
}

/** `0.71`, `< 0.0001`. */
export const sayP = (p: number): string =>
  p < 0.0001 ? '< 0.0001' : p.toLocaleString('en', { maximumSignificantDigits: 2 })

/** `91 %`, and never all or nothing where something is missing. */
export const sayShare = (part: number, all: number): string => {
  if (all === 0) return `0${noBreak}%`
  const share = Math.round((part / all) * 100)
  const kept = part < all ? Math.min(share, 99) : share
  return `${part > 0 ? Math.max(kept, 1) : kept}${noBreak}%`
}

/** A chance between two bounds: `77 %`, `> 99.9 %`. */
export const sayChance = (chance: number): string => {
  if (chance > 0.999) return `> 99.9${noBreak}%`
  if (chance < 0.001) return `< 0.1${noBreak}%`
  return `${Math.round(chance * 100)}${noBreak}%`
}
