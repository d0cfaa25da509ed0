import { median, ms, table } from '../support/figures.ts'
import type { Dimension } from './dimension.ts'

/** What was measured of one size, by name: a value a time. */
export type Figures = Record<string, number[]>

/** What grows by less than this counts as flat. */
const flatTo = 1.5

/** Of which more is better. */
const rates = new Set(['evaluate, requests/s'])
/** Processor time is counted in ticks: of one figure alone a median would be a tick or none, and less than this is chance. */
const tickMs = 1
const isCoarse = (name: string): boolean => name.startsWith('a change, processor')

const typical = (name: string, values: readonly number[]): number =>
  isCoarse(name) ? values.reduce((sum, value) => sum + value, 0) / values.length : median(values)

/** Times larger, by the median of the rounds: noise meets all sizes of a round alike. */
const growth = (name: string, smallest: readonly number[], largest: readonly number[]): number => {
  const ratio = isCoarse(name)
    ? typical(name, largest) / typical(name, smallest)
    : median(largest.map((value, round) => value / (smallest[round] as number)))
  return rates.has(name) ? 1 / ratio : ratio
}

/** What is promised of any size. */
const limits: Record<string, number> = { 'fill an empty Redis, ms': 10_000 }

export const isKept = (figures: readonly Figures[]): boolean =>
  Object.entries(limits).every(([name, limit]) => figures.every((each) => typical(name, each[name] ?? [0]) <= limit))

const inWords = (value: number): string => (value < 100 ? ms(value) : Math.round(value).toLocaleString('en'))

export const report = ({ title, sizes }: Dimension, database: string, figures: readonly Figures[]): string => {
  const [smallest = {}] = figures
  const largest = figures.at(-1) ?? {}
  const rows = Object.keys(smallest).map((name) => {
    const times = growth(name, smallest[name] ?? [], largest[name] ?? [])
    const values = figures.map((each) => typical(name, each[name] ?? []))
    const isChance = isCoarse(name) && Math.abs((values.at(-1) ?? 0) - (values[0] ?? 0)) < tickMs
    return [name, ...values.map(inWords), `${times.toFixed(2)}×`, times <= flatTo || isChance ? 'yes' : 'NO']
  })
  const head = [database, ...sizes.map((size) => size.toLocaleString('en')), 'growth', 'flat']
  return `## ${title}\n\n${table(head, rows)}\n`
}
