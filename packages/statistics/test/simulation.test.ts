import { expect, test } from 'vitest'
import { isHeld } from '../../../bench/statistics/figure.ts'
import { simulations } from '../../../bench/statistics/simulations.ts'

// A small part of the simulations of `npm run bench -- statistics`. The draws are the same in every run, so nothing
// here is random; since they are so few, four standard errors are allowed.
const runs = 100
const seed = 1

test.each(simulations)('$name', ({ run }) => {
  expect(run(runs, seed).filter((figure) => !isHeld(figure, 4))).toEqual([])
})
