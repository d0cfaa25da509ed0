import { levelsOf, type Metric, type Moments, noMoments, readTreatment } from '@bunting/statistics'
import { type Figure, shareOf } from './figure.ts'
import { type Draws, openDraws } from './random.ts'

// A sequence is right where a unit's value is final when it is counted. Counting everybody exposed so far, with what they did so
// far, changes values that were counted before. Looks then depend on each other in another way than the sequence assumes
// (Spotify's "peeking problem 2.0"), and an arm whose outcomes come later looks worse.

const judgement = {
  method: 'sequential',
  levels: levelsOf(0.95, 1, 'sequential'),
  minimumEffect: 0.01,
} as const

/** What a unit has done after each of its days. */
type Outcomes = (draws: Draws, isTreatment: boolean) => Float64Array

type Course = {
  metric: Metric
  outcomes: Outcomes
  days: number
  /** Days on which units come. */
  arrivals: number
  unitsADay: number
  /** Days after which a unit's value is final. */
  window: number
}

/** As if each of so many units had been added, in two passes: these are counted anew at every look. */
const momentsOf = (n: number, outcomeOf: (at: number) => number): Moments => {
  if (n === 0) return noMoments
  let sum = 0
  for (let at = 0; at < n; at++) sum += outcomeOf(at)
  const mean = sum / n
  let [m2, least, most] = [0, mean, mean]
  for (let at = 0; at < n; at++) {
    const value = outcomeOf(at)
    m2 += (value - mean) ** 2
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return { ...noMoments, n, y: { mean, m2, least, most } }
}

/** Is one variant ever called better than the other, at any day's end? */
const isCalled = (draws: Draws, course: Course, isMatured: boolean): boolean => {
  const { metric, outcomes, days, arrivals, unitsADay, window } = course
  const expectedUnits = 2 * arrivals * unitsADay
  const arms = [false, true].map((isTreatment) =>
    Array.from({ length: arrivals * unitsADay }, () => outcomes(draws, isTreatment)),
  )
  for (let day = 1; day <= days; day++) {
    const [control = noMoments, treatment = noMoments] = arms.map((units) => {
      const oldest = isMatured ? window : days
      const counted = unitsADay * Math.max(0, Math.min(arrivals, day - (isMatured ? window : 1) + 1))
      return momentsOf(counted, (at) => {
        const age = Math.min(oldest, day - Math.floor(at / unitsADay))
        return units[at]?.[age - 1] ?? 0
      })
    })
    const { verdict } = readTreatment(metric, control, treatment, { ...judgement, expectedUnits })
    if (verdict === 'better' || verdict === 'worse') return true
  }
  return false
}

/** Each day adds something, twice as much a week later: A and B are the same. */
const growing: Course = {
  metric: { kind: 'sum', direction: 'increase', adjust: false },
  outcomes: (draws) => {
    let sum = 0
    const done = new Float64Array(100)
    for (let day = 0; day < done.length; day++) {
      sum += 2 ** (day / 7) * draws.normal()
      done[day] = sum
    }
    return done
  },
  days: 100,
  arrivals: 10,
  unitsADay: 20,
  window: 14,
}

const nothing = new Float64Array(40)

/** A fifth converts within a week, whichever variant they have; with the treatment, they do so some days later. */
const delayed: Course = {
  metric: { kind: 'conversion', direction: 'increase', adjust: false },
  outcomes: (draws, isTreatment) => {
    const converts = draws.uniform() < 0.2
    const day = Math.floor(3 * draws.uniform()) + (isTreatment ? 4 : 0)
    return converts ? new Float64Array(40).fill(1, day) : nothing
  },
  days: 40,
  arrivals: 40,
  unitsADay: 50,
  window: 7,
}

const bar = 0.055

export const buildUp = (runs: number, seed: number): Figure[] => {
  const draws = openDraws(seed)
  const called = (course: Course, isMatured: boolean) => shareOf(runs, () => isCalled(draws, course, isMatured))
  return [
    { what: 'outcomes that grow over days, alike: matured units', runs, share: called(growing, true), atMost: bar },
    { what: 'the same: everybody so far', runs, share: called(growing, false), above: bar },
    { what: 'outcomes that only come later: matured units', runs, share: called(delayed, true), atMost: bar },
    { what: 'the same: everybody so far', runs, share: called(delayed, false), above: bar },
  ]
}
