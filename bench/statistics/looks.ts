import { levelsOf, mergeMoments, noMoments, readPlannedEnd, readTreatment } from '@bunting/statistics'
import { type Figure, shareOf } from './figure.ts'
import type { Population } from './populations.ts'
import { type Draws, openDraws } from './random.ts'

/** An experiment that is looked at after every fold. */
export type Course = {
  population: Population
  /** What the treatment multiplies control's mean by. */
  times: number
  folds: number
  /** Units that mature between two looks. */
  control: number
  treatment: number
  expectedUnits: number
  /** After this many folds; those after it are looked at, too. */
  plannedEnd: number
}

const confidence = 0.95
const minimumEffect = 0.01
const sequential = { method: 'sequential', levels: levelsOf(confidence, 1, 'sequential'), minimumEffect } as const
const hybrid = { method: 'hybrid', levels: levelsOf(confidence, 1, 'hybrid'), minimumEffect } as const
const fixed = levelsOf(confidence, 1, 'fixed')

/** What was wrong at any look, and what was found by the planned end. */
type Seen = {
  missed: { sequence: boolean; lift: boolean; hybrid: boolean }
  found: { hybrid: boolean; fixed: boolean }
}

const isOutside = (interval: { low: number; high: number } | null | undefined, truth: number): boolean =>
  !!interval && (truth < interval.low || truth > interval.high)

const runOnce = (draws: Draws, course: Course): Seen => {
  const { population, times, expectedUnits } = course
  const { metric, mean, draw } = population
  const truth = mean * (times - 1)
  const seen: Seen = { missed: { sequence: false, lift: false, hybrid: false }, found: { hybrid: false, fixed: false } }
  let [control, treatment] = [noMoments, noMoments]
  let kept: ReturnType<typeof readPlannedEnd>
  for (let fold = 1; fold <= course.folds; fold++) {
    control = mergeMoments(control, draw(draws, course.control, 1))
    treatment = mergeMoments(treatment, draw(draws, course.treatment, times))
    if (fold === course.plannedEnd) {
      kept = readPlannedEnd(metric, control, treatment, hybrid.levels)
      seen.found.fixed = isOutside(readPlannedEnd(metric, control, treatment, fixed)?.difference, 0)
    }
    const bySequence = readTreatment(metric, control, treatment, { ...sequential, expectedUnits })
    const byHybrid = readTreatment(metric, control, treatment, { ...hybrid, expectedUnits, kept })
    seen.missed.sequence ||= isOutside(bySequence.reading?.difference, truth)
    seen.missed.lift ||= isOutside(bySequence.reading?.lift, times - 1)
    seen.missed.hybrid ||= isOutside(byHybrid.reading?.difference, truth)
    if (fold <= course.plannedEnd) seen.found.hybrid ||= byHybrid.verdict === 'better' || byHybrid.verdict === 'worse'
  }
  return seen
}

const countOf = (runs: number, seed: number, course: Course) => {
  const draws = openDraws(seed)
  const count = { sequence: 0, lift: 0, hybrid: 0, foundHybrid: 0, foundFixed: 0 }
  for (let run = 0; run < runs; run++) {
    const { missed, found } = runOnce(draws, course)
    if (missed.sequence) count.sequence++
    if (missed.lift) count.lift++
    if (missed.hybrid) count.hybrid++
    if (found.hybrid) count.foundHybrid++
    if (found.fixed) count.foundFixed++
  }
  return count
}

/** Two variants that are the same: how often is one ever called better? */
export const alike = (runs: number, seed: number, name: string, course: Course): Figure[] => {
  const { sequence, hybrid } = countOf(runs, seed, course)
  return [
    { what: `${name}: sequence`, runs, share: sequence / runs, atMost: 0.055 },
    { what: `${name}: hybrid`, runs, share: hybrid / runs, atMost: 0.055 },
  ]
}

/** Two variants that differ: how often does every interval hold what is true? */
export const coverage = (runs: number, seed: number, name: string, course: Course): Figure[] => {
  const { sequence, lift, hybrid } = countOf(runs, seed, course)
  return [
    { what: `${name}: difference`, runs, share: 1 - sequence / runs, atLeast: 0.945 },
    { what: `${name}: lift`, runs, share: 1 - lift / runs, atLeast: 0.945 },
    { what: `${name}: difference of a hybrid`, runs, share: 1 - hybrid / runs, atLeast: 0.945 },
  ]
}

/** An effect that a fixed test finds in 80 %. */
export const power = (runs: number, seed: number, name: string, course: Course): Figure[] => {
  const { foundHybrid, foundFixed } = countOf(runs, seed, course)
  return [
    { what: `${name}: fixed`, runs, share: foundFixed / runs, atLeast: 0.78 },
    { what: `${name}: hybrid`, runs, share: foundHybrid / runs, atLeast: 0.76 },
  ]
}

/** What would become of a plain test at every look. */
export const peeking = (runs: number, seed: number, name: string, course: Course): Figure => {
  const draws = openDraws(seed)
  const { metric, draw } = course.population
  const share = shareOf(runs, () => {
    let [control, treatment] = [noMoments, noMoments]
    for (let fold = 1; fold <= course.folds; fold++) {
      control = mergeMoments(control, draw(draws, course.control, 1))
      treatment = mergeMoments(treatment, draw(draws, course.treatment, 1))
      if (isOutside(readPlannedEnd(metric, control, treatment, fixed)?.difference, 0)) return true
    }
    return false
  })
  return { what: `${name}: a plain t-test at every look`, runs, share, above: 0.055 }
}
