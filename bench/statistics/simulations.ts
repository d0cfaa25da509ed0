import { sampleSize } from '@bunting/statistics'
import { buildUp } from './build-up.ts'
import type { Figure } from './figure.ts'
import { alike, type Course, coverage, peeking, power } from './looks.ts'
import { conversionsOf, type Population, predicted, ratios, sums } from './populations.ts'
import { splits } from './splits.ts'
import { guardrails, secondary, treatments } from './whole-experiments.ts'

/** A hundred looks at 10,000 units; the planned end is before the last of them, and people go on looking. */
const courseOf = (population: Population, more: Partial<Course> = {}): Course => ({
  population,
  times: 1,
  folds: 100,
  control: 50,
  treatment: 50,
  expectedUnits: 10_000,
  plannedEnd: 80,
  ...more,
})

const uneven = { control: 90, treatment: 10, expectedUnits: 1_000 }

/** From 10 % to 11 %, with as many units as a fixed test needs to find it in 80 %. */
const planned = (): Course => {
  const mean = 0.1
  const question = { kind: 'conversion', direction: 'increase', mean, variance: mean * (1 - mean) } as const
  const promise = { minimumEffect: 0.1, confidence: 0.95, power: 0.8, treatments: 1, method: 'fixed' } as const
  const units = sampleSize({ ...question, ...promise }) ?? 0
  const each = Math.ceil(units / 200)
  const end = { folds: 100, plannedEnd: 100, expectedUnits: units }
  return courseOf(conversionsOf(mean), { times: 1.1, control: each, treatment: each, ...end })
}

export type Simulation = { name: string; run(runs: number, seed: number): Figure[] }

/** Each is told how many runs the cheapest of them have; dear ones have a share of them. */
export const simulations: readonly Simulation[] = [
  ...[conversionsOf(0.01), conversionsOf(0.1), conversionsOf(0.5), sums, ratios, predicted].map((population) => ({
    name: `A/A of ${population.name}`,
    run: (runs: number, seed: number) => alike(runs, seed, `A/A, ${population.name}`, courseOf(population)),
  })),
  {
    name: 'A/A of uneven splits',
    run: (runs, seed) => [
      ...alike(runs, seed, 'A/A, 90 : 10, conversions of 5 %', courseOf(conversionsOf(0.05), uneven)),
      ...alike(runs, seed, 'A/A, 90 : 10, log-normal sums', courseOf(sums, uneven)),
    ],
  },
  {
    name: 'what others do',
    run: (runs, seed) => [peeking(share(runs, 20), seed, 'A/A, conversions of 10 %', courseOf(conversionsOf(0.1)))],
  },
  ...(
    [
      [conversionsOf(0.1), 1.2],
      [sums, 1.2],
      [ratios, 1.5],
      [predicted, 1.5],
    ] as const
  ).map(([population, times]) => ({
    name: `coverage of ${population.name}`,
    run: (runs: number, seed: number) =>
      coverage(runs, seed, `at all looks, ${population.name} × ${times}`, courseOf(population, { times })),
  })),
  { name: 'power', run: (runs, seed) => power(runs, seed, 'an effect found, 10 % to 11 %', planned()) },
  { name: 'splits', run: splits },
  { name: 'guardrails', run: (runs, seed) => guardrails(share(runs, 10), seed) },
  { name: 'secondary metrics', run: (runs, seed) => secondary(share(runs, 10), seed) },
  { name: 'several treatments', run: (runs, seed) => treatments(share(runs, 5), seed) },
  { name: 'outcomes that build up', run: (runs, seed) => buildUp(share(runs, 10), seed) },
]

const share = (runs: number, of: number): number => Math.max(1, Math.floor(runs / of))
