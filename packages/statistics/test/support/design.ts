import type { Data, Design, NamedMetric } from '../../src/index.ts'
import { conversions } from './arms.ts'

export const bought: NamedMetric = { key: 'bought', kind: 'conversion', direction: 'increase', adjust: false }

export const designOf = (more: Partial<Design> = {}): Design => ({
  control: 'a',
  treatments: ['b'],
  shares: { a: 50, b: 50 },
  primary: bought,
  secondary: [],
  guardrails: [],
  confidence: 0.95,
  method: 'sequential',
  expectedUnits: 10_000,
  minimumEffect: 0.05,
  minimumDays: 7,
  ...more,
})

/** The data after ten days, with 5,000 units of each variant, of which the given numbers converted. */
export const dataOf = (converted: Record<string, Record<string, number>>, more: Partial<Data> = {}): Data => {
  const moments = Object.entries(converted).map(([metric, byVariant]) => [
    metric,
    Object.fromEntries(Object.entries(byVariant).map(([variant, count]) => [variant, conversions(count, 5_000)])),
  ])
  const variants = Object.keys(converted.bought ?? {})
  const exposed = Object.fromEntries(variants.map((variant) => [variant, 5_000]))
  return { moments: Object.fromEntries(moments), exposed, days: 10, unitsPerDay: 1_000, ...more }
}
