import { addUnit, type Moments, noMoments } from '@bunting/statistics'
import type {
  Figures,
  Health,
  Measured,
  Population,
  TrackRequest,
  UnitCounts,
  Units,
} from '../../../src/http/ports/units.ts'

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

type Counts = Record<string, Pick<UnitCounts, 'exposed'> & Partial<UnitCounts>>

const healthy: Health = { mismatched: [], late: 0, ignored: 0, identity: 0 }

export const figures = (units: Counts, moments: Figures['moments'] = {}): Figures => ({
  moments,
  units: Object.fromEntries(
    Object.entries(units).map(([variant, { exposed, matured = exposed, waiting = exposed - matured }]) => [
      variant,
      { exposed, matured, waiting },
    ]),
  ),
  health: healthy,
})

export type CountedUnits = Units & {
  /** What was tracked, batch by batch. */
  tracked: TrackRequest[]
  /** The metrics that the population was asked for. */
  asked: Measured[]
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
    tracked: [],
    asked: [],
    counted,
    population: undefined,
    halves: undefined,
    track: async (_, sent) => {
      units.tracked.push(sent)
      return {
        accepted: sent.events.length + sent.exposures.length,
        rejected: [],
        ignored: { unknownEvent: 0, bot: 0 },
      }
    },
    readFigures: async (id) => counted.get(id) ?? nobody,
    readDays: async (id, metric) => {
      const { moments } = counted.get(id) ?? nobody
      return Object.hasOwn(moments, metric) ? [{ date: '2026-01-31', moments: moments[metric] ?? {} }] : []
    },
    readPopulation: async (_, metric) => {
      units.asked.push(metric)
      return units.population
    },
    splitPopulation: async (_, __, splits) => units.halves && { units: 1_000, halves: units.halves.slice(0, splits) },
    listSeenEvents: async () => [{ name: 'bought', lastDay: 3, lastSeenAt: '2026-01-31T12:00:00.000Z' }],
    countSeenDays: async () => [],
    forget: async () => ({ events: 2, exposures: 1 }),
  }
  return units
}
