import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Data,
  type Design,
  type Moments,
  metricKinds,
  type NamedMetric,
  planExperiment,
  readExperiment,
  readKept,
  readSplit,
} from '../src/index.ts'
import { mergeAll, momentsOfValues } from './support/arms.ts'
import { designOf } from './support/design.ts'

/** Values that a metric may have: of any accepted size, similar or not. */
const value = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.1, 1e15, -1e15, 5e-324, 1e-200, -1e-200),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.integer({ min: -5, max: 5 }),
)
const few = fc.array(fc.tuple(value, value), { maxLength: 6 })
const moments: fc.Arbitrary<Moments> = fc.tuple(few, fc.constantFrom(1, 2, 50, 200)).map(([units, times]) =>
  mergeAll(
    Array(times).fill(
      momentsOfValues(
        units.map(([y]) => y),
        units.map(([, x]) => x),
      ),
    ),
  ),
)
const conversions = fc
  .tuple(fc.nat({ max: 3_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([n, share]) => momentsOfValues(Array.from({ length: n }, (_, at) => (at < share * n ? 1 : 0))))

const metric: fc.Arbitrary<NamedMetric> = fc.record({
  key: fc.constant('metric'),
  kind: fc.constantFrom(...metricKinds),
  direction: fc.constantFrom('increase', 'decrease'),
  adjust: fc.boolean(),
})
const numbersIn = (result: unknown): number[] => {
  if (typeof result === 'number') return [result]
  return typeof result === 'object' && result !== null ? Object.values(result).flatMap(numbersIn) : []
}

const readAny = (metric: NamedMetric, control: Moments, treatment: Moments, more: Partial<Design>) => {
  const design = designOf({
    primary: metric,
    secondary: [{ ...metric, key: 'second', isExploratory: false }],
    guardrails: [{ ...metric, key: 'guard', worseBy: 0.1 }],
    ...more,
  })
  const arms = { a: control, b: treatment }
  const kept = design.method === 'sequential' ? {} : { kept: readKept(design, arms) }
  const exposed = { a: control.n, b: treatment.n }
  const data: Data = {
    moments: { metric: arms, second: arms, guard: arms },
    exposed,
    days: 3,
    unitsPerDay: 10,
    ...kept,
  }
  return readExperiment(design, data)
}

const method = fc.constantFrom('sequential' as const, 'hybrid' as const, 'fixed' as const)
const expectedUnits = fc.constantFrom(200, 10_000, 1e9)

test('whatever units did, no result is NaN or infinite', () => {
  const arms = fc.oneof(fc.tuple(moments, moments), fc.tuple(conversions, conversions))
  fc.assert(
    fc.property(metric, arms, method, expectedUnits, (metric, [control, treatment], method, expectedUnits) => {
      const numbers = numbersIn(readAny(metric, control, treatment, { method, expectedUnits }))
      expect(numbers.filter((number) => !Number.isFinite(number))).toEqual([])
    }),
    { numRuns: 2_000, seed: 1 },
  )
})

test('interval, p, evidence, lift and verdict of the sequence agree', () => {
  const share = fc.double({ min: 0.05, max: 0.95, noNaN: true })
  const someOf = (n: number, share: number) =>
    momentsOfValues(Array.from({ length: n }, (_, at) => (at < share * n ? 1 : 0)))
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 2_000 }), share, share, expectedUnits, (n, one, other, expectedUnits) => {
      const adjusted: NamedMetric = { key: 'metric', kind: 'conversion', direction: 'increase', adjust: false }
      const results = readAny(adjusted, someOf(n, one), someOf(n, other), { method: 'sequential', expectedUnits })
      const { reading, verdict } = results.metrics[0]?.variants.b ?? {}
      if (!reading) throw new Error('there is enough to read')
      const { difference, lift, p, evidence } = reading
      const isDifferent = difference.low > 0 || difference.high < 0
      expect(verdict === 'better' || verdict === 'worse').toBe(isDifferent)
      expect(p < 0.05).toBe(isDifferent)
      expect(evidence > 20).toBe(isDifferent)
      if (lift) expect(lift.low > 0 || lift.high < 0).toBe(isDifferent)
      if (lift) expect(Math.sign(lift.value)).toBe(Math.sign(difference.value))
    }),
    { numRuns: 300, seed: 1 },
  )
})

test('swapping the arms changes the sign and nothing else', () => {
  fc.assert(
    fc.property(conversions, conversions, (one, other) => {
      const metric: NamedMetric = { key: 'metric', kind: 'conversion', direction: 'increase', adjust: false }
      const there = readAny(metric, one, other, {}).metrics[0]?.variants.b?.reading
      const back = readAny(metric, other, one, {}).metrics[0]?.variants.b?.reading
      expect(there?.p).toBe(back?.p)
      expect(there?.difference.low ?? 0).toBeCloseTo(-(back?.difference.high ?? 0), 12)
    }),
    { numRuns: 200, seed: 1 },
  )
})

const ratio: NamedMetric = { key: 'metric', kind: 'ratio', direction: 'increase', adjust: false }
const shortageWith = (metric: NamedMetric, control: Moments, treatment: Moments) =>
  readAny(metric, control, treatment, {}).metrics[0]?.variants.b

test('a ratio without anything to divide by has no mean, and says why it is not judged', () => {
  const visited = momentsOfValues(Array(500).fill(1), Array(500).fill(1))
  const nobody = momentsOfValues(Array(500).fill(1), Array(500).fill(0))
  expect(shortageWith(ratio, visited, nobody)).toMatchObject({
    mean: null,
    status: 'few_denominators',
    verdict: 'not_enough',
  })
})

test('a ratio is never adjusted: its other value is what it divides by', () => {
  const some = momentsOfValues(
    Array.from({ length: 500 }, (_, at) => at % 3),
    Array.from({ length: 500 }, (_, at) => 1 + (at % 2)),
  )
  expect(shortageWith({ ...ratio, adjust: true }, some, some)).toEqual(shortageWith(ratio, some, some))
})

test('a ratio whose two sides are in proportion varies by nothing', () => {
  const values = Array.from({ length: 500 }, (_, at) => 1 + (at % 7))
  const moments = momentsOfValues(
    values.map((value) => 0.3 * value),
    values,
  )
  expect(shortageWith(ratio, moments, moments)).toMatchObject({ mean: expect.closeTo(0.3), status: 'no_variance' })
})

test('values that the past predicts exactly have no variance left, and values without a past are not adjusted', () => {
  const sum: NamedMetric = { key: 'metric', kind: 'sum', direction: 'increase', adjust: true }
  const values = Array.from({ length: 500 }, (_, at) => 1 + (at % 7))
  const same = momentsOfValues(
    values.map((value) => 3 * value),
    values,
  )
  expect(shortageWith(sum, same, same)).toMatchObject({ status: 'no_variance' })
  const young = momentsOfValues(
    values,
    values.map(() => 0),
  )
  expect(shortageWith(sum, young, young)).toMatchObject({ status: 'enough', reading: { narrower: 0 } })
})

test('a split of nobody, of one and of billions is finite', () => {
  for (const counts of [
    [0, 0],
    [1, 0],
    [4e9, 4e9],
    [4e9, 0],
    [0, 1e15],
  ]) {
    const { p, evidence } = readSplit({ counts, shares: [1, 1] })
    expect(p).toBeGreaterThan(0)
    expect(p).toBeLessThanOrEqual(1)
    expect(Number.isFinite(evidence)).toBe(true)
  }
})

test('a split is a mismatch from one in a hundred on, and is judged from a hundred units on', () => {
  const statusOf = (...counts: number[]) => readSplit({ counts, shares: [1, 1] }).status
  expect(readSplit({ counts: [1_000, 1_180], shares: [1, 1] })).toMatchObject({ status: 'mismatch' })
  expect(readSplit({ counts: [1_000, 1_170], shares: [1, 1] })).toMatchObject({ status: 'ok' })
  expect([statusOf(49, 50), statusOf(50, 50), statusOf(0, 60)]).toEqual(['not_enough', 'ok', 'mismatch'])
})

test('a unit in a variant that nobody should be in is a mismatch', () => {
  expect(readSplit({ counts: [50, 50, 1], shares: [1, 1, 0] }).status).toBe('mismatch')
  expect(readSplit({ counts: [50, 50, 0], shares: [1, 1, 0] }).status).toBe('ok')
})

test('nothing to be relative to cannot be planned', () => {
  const question = { kind: 'sum', direction: 'increase', variance: 4, minimumEffect: 0.05, confidence: 0.95 } as const
  const days = { power: 0.8, treatments: 1, unitsPerDay: 0, maturityDays: 1, minimumDays: 7 }
  expect(planExperiment({ ...question, ...days, mean: 0 })).toEqual({ hybrid: null, sequential: null, fixed: null })
  expect(planExperiment({ ...question, ...days, mean: 1e9 }).fixed).toEqual({ unitsPerVariant: 100, days: null })
})
