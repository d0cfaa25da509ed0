const noBreak = '\u00a0'
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const decimals = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })

/** `1,240,318`, for sentences. */
export const count = (value: number): string => whole.format(value)

/** `1,240.5`: with three decimals at most. */
export const amount = (value: number): string => decimals.format(value)

/** `25 %`, with a non-breaking space. A draft may have something that is not a number: `? %`. */
export const percent = (value: number): string => `${Number.isFinite(value) ? amount(value) : '?'}${noBreak}%`

/** `0.01234`: four significant figures, enough to compare measured values. */
export const figures = (value: number): string => String(Number(value.toPrecision(4)))

/** `1 rule`, `2 rules`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

const steps = [
  { from: 1e9, unit: 'G' },
  { from: 1e6, unit: 'M' },
  { from: 1e3, unit: 'k' },
]

/** `1.24 M`, `861 k`, `96.0 k`, `3.7 k`: three figures at most, two below ten thousand. For tables. */
export const short = (value: number): string => {
  // A number that would round up to 1000 gets the next unit: 1.00 M, not 1000 k.
  const step = steps.find(({ from }) => value >= from * 0.9995)
  if (!step || value < 1_000) return count(value)
  const scaled = value / step.from
  const digits = scaled >= 100 ? 0 : scaled >= 10 ? 1 : step.unit === 'k' ? 1 : 2
  return `${scaled.toFixed(digits)}${noBreak}${step.unit}`
}
