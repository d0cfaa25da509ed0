import { addUnit, type Metric, type Moments, noMoments } from '@bunting/statistics'
import type { Draws } from './random.ts'

/** Units of one metric. `times` is what a treatment multiplies control's mean by. */
export type Population = {
  name: string
  metric: Metric
  /** Control's true mean. */
  mean: number
  draw(draws: Draws, units: number, times: number): Moments
}

/** So many who converted, as if each had been added. */
export const convertedOf = (n: number, converted: number): Moments => {
  if (n === 0) return noMoments
  const mean = converted / n
  const values = { mean, m2: converted * (1 - mean), least: converted < n ? 0 : 1, most: converted > 0 ? 1 : 0 }
  return { ...noMoments, n, y: values }
}

export const conversionsOf = (chance: number): Population => ({
  name: `conversions of ${100 * chance} %`,
  metric: { kind: 'conversion', direction: 'increase', adjust: false },
  mean: chance,
  draw: (draws, units, times) => convertedOf(units, draws.binomial(units, chance * times)),
})

const drawn = (units: number, one: () => [y: number, x: number]): Moments => {
  let moments = noMoments
  for (let unit = 0; unit < units; unit++) moments = addUnit(moments, ...one())
  return moments
}

/** A fifth buys, for log-normal sums, each capped at what one in a thousand is above. */
const buyers = 0.2
const sigma = 1.2
const cap = Math.exp(3.0902 * sigma)
/** E min(e^(σZ), cap), Z standard normal and cap = e^(σc): e^(σ²/2)·Φ(c − σ) + cap·Φ(−c), by Φ(1.8902) and Φ(−3.0902). */
const cappedMean = Math.exp((sigma * sigma) / 2) * 0.970_634_39 + cap * 0.001_000_109

export const sums: Population = {
  name: 'log-normal sums with a cap',
  metric: { kind: 'sum', direction: 'increase', adjust: false },
  mean: buyers * cappedMean,
  // More buy, so that the cap cuts both arms alike.
  draw: (draws, units, times) =>
    drawn(units, () =>
      draws.uniform() < buyers * times ? [Math.min(cap, Math.exp(sigma * draws.normal())), 0] : [0, 0],
    ),
}

/** Clicks over visits: who visits more often clicks less often. */
export const ratios: Population = {
  name: 'ratios',
  metric: { kind: 'ratio', direction: 'increase', adjust: false },
  // Of 1 and of 4 visits, half each: (0.3·1 + 0.1·4)/(1 + 4).
  mean: (0.3 + 0.4) / 5,
  draw: (draws, units, times) =>
    drawn(units, () => {
      const visits = draws.uniform() < 0.5 ? 1 : 4
      return [draws.binomial(visits, (visits === 1 ? 0.3 : 0.1) * times), visits]
    }),
}

/** Sums that what a unit did before predicts well. */
export const predicted: Population = {
  name: 'sums adjusted by what was before (CUPED)',
  metric: { kind: 'sum', direction: 'increase', adjust: true },
  mean: 10,
  draw: (draws, units, times) =>
    drawn(units, () => {
      const habit = draws.normal()
      const before = 10 + 2 * habit + 0.5 * draws.normal()
      return [10 * times + 2 * habit + draws.normal(), before]
    }),
}
