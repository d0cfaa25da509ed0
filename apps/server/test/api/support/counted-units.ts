import { addUnit, type Moments, noMoments } from '@bunting/statistics'
import type { Figures, Population, Units } from '../../../src/http/ports/units.ts'

/** So many units, of which so many did it. */
export const converted = (n: number, of: number): Moments => {
  const share = of / n
  const m2 = n * share * (1 - share)
  const y = { mean: share, m2, least: of === n ? 1 : 0, most: of === 0 ? 0 : 1 }
  return { ...noMoments, n, y }
}

/** The moments of these values, one a unit; with what each did before, where that is given. */
export const momentsOf = (values: readonly (number | readonly [number, number])[]): Moments =>
  values.reduce<Moments>((sum, value) => {
    const [y, x = 0] = typeof value === 'number' ? [value] : value
    return addUnit(sum, y, x)
  }, noMoments)

type Counts = Record<string, { exposed: number; matured?: number; waiting?: number }>

export const figures = (units: Counts, moments: Figures['moments'] = {}): Figures => ({
  moments,
  units: Object.fromEntries(
    Object.entries(units).map(([variant, { exposed, matured = exposed, waiting = exposed - matured }]) => [
      variant,
      { exposed, matured, waiting },
    ]),
  ),
  health: { mismatched: [], late: 0, ignored: 0, identity: 0 },
})

export type CountedUnits = Units & {
  /** What was counted, by experiment. */
  counted: Map<string, Figures>
  population: Population | undefined
  halves: [Moments, Moments][] | undefined
}

/** What units did, as a test says it: only for what is made of it. */
export const openCountedUnits = (): CountedUnits => {
  const counted = new Map<string, Figures>()
  const nobody = figures({})
  const units: CountedUnits = {
    counted,
    population: undefined,
    halves: undefined,
    track: () => Promise.reject(new Error('nobody tracks here')),
    readFigures: async (id) => counted.get(id) ?? nobody,
    readDays: async (id, metric) => {
      const { moments } = counted.get(id) ?? nobody
      return Object.hasOwn(moments, metric) ? [{ date: '2026-01-31', moments: moments[metric] ?? {} }] : []
    },
    readPopulation: async () => units.population,
    splitPopulation: async (_, __, splits) => units.halves && { units: 1_000, halves: units.halves.slice(0, splits) },
    listSeenEvents: async () => [{ name: 'bought', lastDay: 3, lastSeenAt: '2026-01-31T12:00:00.000Z' }],
    forget: async () => ({ events: 2, exposures: 1 }),
  }
  return units
}
