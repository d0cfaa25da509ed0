import { expect, test } from 'vitest'
import { isHeld } from '../../../bench/statistics/figure.ts'
import { simulations } from '../../../bench/statistics/simulations.ts'

// A small share of what `npm run bench -- statistics` simulates. Draws are the same in every run, so that nothing here is left to
// chance; so few of them are given four standard errors.
const runs = 100
const seed = 1

test.each(simulations)('$name', ({ run }) => {
  expect(run(runs, seed).filter((figure) => !isHeld(figure, 4))).toEqual([])
})
