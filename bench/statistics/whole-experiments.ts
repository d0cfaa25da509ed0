import {
  type Data,
  type Design,
  mergeMoments,
  type NamedMetric,
  noMoments,
  type Results,
  readExperiment,
} from '@bunting/statistics'
import { type Figure, shareOf } from './figure.ts'
import { convertedOf } from './populations.ts'
import { type Draws, openDraws } from './random.ts'

const looks = 20
const unitsPerLook = 500

const metricOf = (key: string): NamedMetric => ({ key, kind: 'conversion', direction: 'increase', adjust: false })

const designOf = (more: Partial<Design>): Design => ({
  control: 'a',
  treatments: ['b'],
  shares: { a: 50, b: 50 },
  primary: metricOf('primary'),
  secondary: [],
  guardrails: [],
  confidence: 0.95,
  method: 'sequential',
  expectedUnits: 10_000,
  minimumEffect: 0.05,
  minimumDays: 0,
  ...more,
})

/** The results at each look; `chances` are control's and the treatments', by metric. */
const readAll = (draws: Draws, design: Design, chances: Record<string, Record<string, number>>): Results[] => {
  const moments: Record<string, Record<string, typeof noMoments>> = {}
  const results: Results[] = []
  const evidence: Record<string, Record<string, number>> = {}
  for (let look = 1; look <= looks; look++) {
    for (const [metric, byVariant] of Object.entries(chances)) {
      const sums = moments[metric] ?? {}
      moments[metric] = sums
      for (const [variant, chance] of Object.entries(byVariant)) {
        const more = convertedOf(unitsPerLook, draws.binomial(unitsPerLook, chance))
        sums[variant] = mergeMoments(sums[variant] ?? noMoments, more)
      }
    }
    const exposed = Object.fromEntries(Object.keys(design.shares).map((variant) => [variant, look * unitsPerLook]))
    const data: Data = { moments, exposed, days: look, unitsPerDay: 1_000, before: { split: 0, guardrails: evidence } }
    const read = readExperiment(design, data)
    for (const { metric, variant, evidence: seen } of read.guardrails) {
      evidence[metric] = { ...evidence[metric], [variant]: seen }
    }
    results.push(read)
  }
  return results
}

const worseBy = 0.1

/** Guardrails of a treatment that is exactly as bad as is tolerated, and of one that broke what is measured. */
export const guardrails = (runs: number, seed: number): Figure[] => {
  const keys = ['one', 'two', 'three']
  const watched = designOf({ guardrails: keys.map((key) => ({ ...metricOf(key), worseBy })) })
  const draws = openDraws(seed)
  const stopped = (chance: number) =>
    shareOf(runs, () => {
      const chances = Object.fromEntries(keys.map((key) => [key, { a: 0.1, b: chance }]))
      return readAll(draws, watched, chances).some(({ recommendation }) => recommendation.kind === 'stop')
    })
  return [
    {
      what: 'three guardrails, as bad as tolerated: ever crossed',
      runs,
      share: stopped(0.1 * (1 - worseBy)),
      atMost: 0.05,
    },
    { what: 'worse by 30 % where 10 % are tolerated: crossed', runs, share: stopped(0.07), atLeast: 0.95 },
    { what: 'nobody converts any more: crossed', runs, share: stopped(0), atLeast: 1 },
  ]
}

const promisedOf = ({ metrics }: Results): { key: string; verdict: string | undefined }[] =>
  metrics
    .filter(({ role }) => role === 'secondary')
    .flatMap(({ key, variants }) => ['b', 'c'].map((variant) => ({ key, verdict: variants[variant]?.verdict })))
    .filter(({ verdict }) => verdict === 'better' || verdict === 'worse')

/** Ten secondary metrics of two treatments: none of them differs; half of them do. */
export const secondary = (runs: number, seed: number): Figure[] => {
  const keys = Array.from({ length: 10 }, (_, at) => `m${at}`)
  const design = designOf({
    treatments: ['b', 'c'],
    shares: { a: 1, b: 1, c: 1 },
    secondary: keys.map((key) => ({ ...metricOf(key), isExploratory: false })),
  })
  const draws = openDraws(seed)
  const alike = Object.fromEntries(keys.map((key) => [key, { a: 0.1, b: 0.1, c: 0.1 }]))
  const half = Object.fromEntries(
    keys.map((key, at) => [key, at < 5 ? { a: 0.1, b: 0.13, c: 0.13 } : (alike[key] ?? {})]),
  )
  const any = shareOf(runs, () => readAll(draws, design, alike).some((results) => promisedOf(results).length > 0))
  let falseShares = 0
  for (let run = 0; run < runs; run++) {
    const called = promisedOf(readAll(draws, design, half).at(-1) as Results)
    falseShares += called.filter(({ key }) => keys.indexOf(key) >= 5).length / Math.max(1, called.length)
  }
  return [
    { what: 'ten secondary metrics of two treatments, all alike: any ever called', runs, share: any, atMost: 0.05 },
    {
      what: 'the same, half of them differ: false ones of those called',
      runs,
      share: falseShares / runs,
      atMost: 0.05,
    },
  ]
}

/** A primary metric of three treatments, all like control. */
export const treatments = (runs: number, seed: number): Figure[] => {
  const shares = { a: 1, b: 1, c: 1, d: 1 }
  const design = designOf({ treatments: ['b', 'c', 'd'], shares })
  const draws = openDraws(seed)
  const chances = { primary: { a: 0.1, b: 0.1, c: 0.1, d: 0.1 } }
  const shipped = shareOf(runs, () =>
    readAll(draws, design, chances).some(({ recommendation }) => recommendation.kind === 'ship'),
  )
  return [{ what: 'three treatments, all like control: ever to be shipped', runs, share: shipped, atMost: 0.05 }]
}
