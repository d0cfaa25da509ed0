import { readSplit } from '@bunting/statistics'
import { type Figure, shareOf } from './figure.ts'
import { type Draws, openDraws } from './random.ts'

const looks = 100

/** How many of so many units each variant gets, by these chances. */
const split = (draws: Draws, units: number, chances: readonly number[]): number[] => {
  let [left, chance] = [units, 1]
  return chances.map((share) => {
    const count = share < chance ? draws.binomial(left, share / chance) : left
    left -= count
    chance -= share
    return count
  })
}

/** Is it ever called a mismatch, at any of a hundred looks? */
const isCalled = (draws: Draws, units: number, shares: readonly number[], chances: readonly number[]): boolean => {
  let counts = shares.map(() => 0)
  let evidence = 0
  for (let look = 0; look < looks; look++) {
    const more = split(draws, units / looks, chances)
    counts = counts.map((count, at) => count + (more[at] ?? 0))
    const reading = readSplit({ counts, shares }, evidence)
    if (reading.status === 'mismatch') return true
    evidence = reading.evidence
  }
  return false
}

export const splits = (runs: number, seed: number): Figure[] => {
  const draws = openDraws(seed)
  const called = (units: number, shares: readonly number[], chances = shares) =>
    shareOf(runs, () => isCalled(draws, units, shares, chances))
  return [
    { what: 'a split of 50 : 50, 10,000 units', runs, share: called(10_000, [0.5, 0.5]), atMost: 0.01 },
    { what: 'a split of 90 : 10, 10,000 units', runs, share: called(10_000, [0.9, 0.1]), atMost: 0.01 },
    { what: 'a split of 50 : 30 : 20, 10,000 units', runs, share: called(10_000, [0.5, 0.3, 0.2]), atMost: 0.01 },
    { what: '53 : 47 where 50 : 50 was meant', runs, share: called(10_000, [0.5, 0.5], [0.53, 0.47]), atLeast: 0.95 },
  ]
}
