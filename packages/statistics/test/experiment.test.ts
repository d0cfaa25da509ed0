import { expect, test } from 'vitest'
import { gravestOf, readExperiment, readKept } from '../src/index.ts'
import { conversions } from './support/arms.ts'
import { bought, dataOf, designOf } from './support/design.ts'

const secondary = (...keys: string[]) => keys.map((key) => ({ ...bought, key, isExploratory: false }))
const verdictsOf = (results: ReturnType<typeof readExperiment>, variant = 'b') =>
  Object.fromEntries(results.metrics.map(({ key, variants }) => [key, variants[variant]?.verdict]))

test('a treatment that is better is shipped, after as many days as were asked for', () => {
  const data = dataOf({ bought: { a: 500, b: 650 } })
  expect(readExperiment(designOf(), data).recommendation).toEqual({ kind: 'ship', variant: 'b' })
  expect(readExperiment(designOf(), { ...data, days: 5 }).recommendation).toEqual({ kind: 'keep_running', daysLeft: 2 })
})

test('of a metric that should decrease, less is better, and so is the chance of it', () => {
  const design = designOf({ primary: { ...bought, direction: 'decrease' } })
  const { metrics } = readExperiment(design, dataOf({ bought: { a: 650, b: 500 } }))
  expect(metrics[0]?.variants.b?.verdict).toBe('better')
  expect(metrics[0]?.variants.b?.reading?.chance).toBeGreaterThan(0.99)
})

test('control has figures and is compared with nobody', () => {
  const { metrics } = readExperiment(designOf(), dataOf({ bought: { a: 500, b: 650 } }))
  expect(metrics[0]?.variants.a).toEqual({ n: 5_000, mean: 0.1, deviation: expect.closeTo(0.30003, 5) })
})

test('variants may be called what objects have by nature', () => {
  const design = designOf({
    control: 'constructor',
    treatments: ['__proto__'],
    shares: JSON.parse('{"constructor":1,"__proto__":1}'),
  })
  const moments = { bought: JSON.parse('{}') }
  expect(readExperiment(design, { moments, exposed: {}, days: 9, unitsPerDay: 5 }).recommendation.kind).toBe(
    'not_enough',
  )
  const counted = JSON.parse('{"constructor":500,"__proto__":650}')
  expect(readExperiment(design, dataOf({ bought: counted })).recommendation).toEqual({
    kind: 'ship',
    variant: '__proto__',
  })
})

test('with nobody counted there is nothing to say, and nothing to divide by', () => {
  const results = readExperiment(designOf(), { moments: {}, exposed: {}, days: 0, unitsPerDay: 0 })
  expect(results.recommendation).toEqual({ kind: 'not_enough' })
  expect(results.split).toEqual({ status: 'not_enough', p: 1, evidence: 1, chiSquareP: 1 })
  expect(results.metrics[0]?.variants).toEqual({
    a: { n: 0, mean: null, deviation: null },
    b: { n: 0, mean: null, deviation: null, status: 'few_units', reading: null, verdict: 'not_enough' },
  })
})

test('a treatment that nobody converts with any more is worse, and does not wait for its tenth conversion', () => {
  const { recommendation, metrics } = readExperiment(designOf(), dataOf({ bought: { a: 500, b: 0 } }))
  expect(metrics[0]?.variants.b?.verdict).toBe('worse')
  expect(recommendation).toEqual({ kind: 'keep_control' })
})

test('a broken split recommends nothing else, also when it has evened out since', () => {
  const data = dataOf({ bought: { a: 500, b: 650 } }, { exposed: { a: 6_000, b: 5_000 } })
  const broken = readExperiment(designOf(), data)
  expect(broken.split.status).toBe('mismatch')
  expect(broken.recommendation).toEqual({ kind: 'broken_split' })
  const before = { split: broken.split.evidence, guardrails: {} }
  const later = readExperiment(designOf(), { ...data, exposed: { a: 60_000, b: 60_000 }, before })
  expect(later.split.status).toBe('mismatch')
})

test('an unequal split is held to its own weights, and an empty variant counts', () => {
  const design = designOf({ shares: { a: 90, b: 10 } })
  const split = (exposed: Record<string, number>) =>
    readExperiment(design, dataOf({ bought: { a: 500, b: 500 } }, { exposed })).split.status
  expect(split({ a: 9_000, b: 1_000 })).toBe('ok')
  expect(split({ a: 5_000, b: 5_000 })).toBe('mismatch')
  expect(split({ a: 9_000 })).toBe('mismatch')
})

test('a crossed guardrail stops what is better, and stays crossed', () => {
  const design = designOf({ guardrails: [{ ...bought, key: 'returned', worseBy: 0.1 }] })
  const data = dataOf({ bought: { a: 500, b: 650 }, returned: { a: 500, b: 250 } })
  const crossed = readExperiment(design, data)
  expect(crossed.recommendation).toEqual({ kind: 'stop', variant: 'b', metric: 'returned' })
  const before = { split: 0, guardrails: { returned: { b: crossed.guardrails[0]?.evidence ?? 0 } } }
  const recovered = dataOf({ bought: { a: 500, b: 650 }, returned: { a: 500, b: 500 } }, { before })
  expect(readExperiment(design, recovered).guardrails[0]?.status).toBe('crossed')
})

test('a guardrail is safe where its interval excludes what is tolerated, else unclear', () => {
  const design = designOf({ guardrails: [{ ...bought, key: 'returned', worseBy: 0.3 }] })
  const statusWith = (b: number) =>
    readExperiment(design, dataOf({ bought: { a: 500, b: 500 }, returned: { a: 500, b } })).guardrails[0]?.status
  expect(statusWith(500)).toBe('safe')
  expect(statusWith(380)).toBe('unclear')
  expect(statusWith(100)).toBe('crossed')
})

test('more guardrails ask for more evidence of each', () => {
  const statusAmong = (count: number) => {
    const guardrails = Array.from({ length: count }, (_, at) => ({ ...bought, key: `g${at}`, worseBy: 0.1 }))
    const counts = Object.fromEntries(guardrails.map(({ key }) => [key, { a: 500, b: key === 'g0' ? 370 : 500 }]))
    const { guardrails: results } = readExperiment(
      designOf({ guardrails }),
      dataOf({ bought: { a: 500, b: 500 }, ...counts }),
    )
    return results[0]?.status
  }
  expect(statusAmong(1)).toBe('crossed')
  expect(statusAmong(5)).toBe('unclear')
})

test('of several treatments a guardrail tells the gravest', () => {
  const shares = { a: 1, b: 1, c: 1 }
  const guardrails = [{ ...bought, key: 'returned', worseBy: 0.3 }]
  const design = designOf({ treatments: ['b', 'c'], shares, guardrails })
  const results = readExperiment(
    design,
    dataOf({ bought: { a: 500, b: 500, c: 500 }, returned: { a: 500, b: 500, c: 100 } }),
  )
  expect(results.guardrails.map(({ status }) => status)).toEqual(['safe', 'crossed'])
  expect(gravestOf(results.guardrails)).toMatchObject([{ metric: 'returned', variant: 'c', status: 'crossed' }])
})

test('secondary metrics support each other, and an exploratory one stands alone', () => {
  const [same, more] = [
    { a: 500, b: 500 },
    { a: 500, b: 610 },
  ]
  const verdictsWith = (two: Record<string, number>, more: Record<string, number>) => {
    const counts = { bought: same, one: more, two, three: same, four: same }
    return verdictsOf(readExperiment(designOf({ secondary: secondary('one', 'two', 'three', 'four') }), dataOf(counts)))
  }
  // With four metrics, a single one needs e ≥ 80, and two need 40 each.
  expect(verdictsWith(same, more)).toMatchObject({ one: 'unclear', two: 'unclear' })
  expect(verdictsWith(more, more)).toMatchObject({ one: 'better', two: 'better', three: 'unclear' })
  const exploratory = secondary('one').map((metric) => ({ ...metric, isExploratory: true }))
  const results = readExperiment(designOf({ secondary: [...exploratory, ...secondary('two', 'three')] }), {
    ...dataOf({ bought: same, one: more, two: same, three: same }),
  })
  expect(results.metrics.map(({ role }) => role)).toEqual(['primary', 'exploratory', 'secondary', 'secondary'])
  expect(verdictsOf(results)).toMatchObject({ one: 'better' })
})

test('a fixed test says nothing before its end, of any metric, and then what was kept', () => {
  const design = designOf({ method: 'fixed', secondary: secondary('one') })
  const data = dataOf({ bought: { a: 500, b: 600 }, one: { a: 500, b: 700 } })
  expect(verdictsOf(readExperiment(design, data))).toEqual({ bought: 'unclear', one: 'unclear' })
  const kept = readKept(design, data.moments.bought ?? {})
  expect(kept.b?.p).toBeLessThan(0.01)
  const ended = readExperiment(design, { ...data, kept })
  expect(verdictsOf(ended)).toEqual({ bought: 'better', one: 'better' })
  expect(ended.metrics[0]?.variants.b?.reading).toMatchObject({ ...kept.b, method: 'fixed' })
})

test('a hybrid goes by the read that it kept at its planned end, whatever comes later', () => {
  const design = designOf({ method: 'hybrid' })
  const end = dataOf({ bought: { a: 500, b: 575 } })
  expect(verdictsOf(readExperiment(design, end))).toEqual({ bought: 'unclear' })
  const kept = readKept(design, end.moments.bought ?? {})
  expect(verdictsOf(readExperiment(design, { ...end, kept }))).toEqual({ bought: 'better' })
  const later = dataOf({ bought: { a: 500, b: 510 } }, { kept })
  expect(verdictsOf(readExperiment(design, later))).toEqual({ bought: 'better' })
})

test('where both decide and differ, what was kept stands', () => {
  const design = designOf({ method: 'hybrid' })
  const kept = readKept(design, { a: conversions(500, 5_000), b: conversions(600, 5_000) })
  const later = readExperiment(design, dataOf({ bought: { a: 500, b: 300 } }, { kept }))
  expect(verdictsOf(later)).toEqual({ bought: 'better' })
})

test('where the read that was kept decides nothing, the sequence goes on', () => {
  const design = designOf({ method: 'hybrid' })
  const kept = readKept(design, { a: conversions(500, 5_000), b: conversions(510, 5_000) })
  const reading = (b: number) =>
    readExperiment(design, dataOf({ bought: { a: 500, b } }, { kept })).metrics[0]?.variants.b
  expect(reading(510)).toMatchObject({ verdict: 'unclear', reading: { method: 'fixed' } })
  expect(reading(650)).toMatchObject({ verdict: 'better', reading: { method: 'sequential' } })
})

test('more treatments ask for more evidence', () => {
  const counts = { a: 500, b: 600, c: 500, d: 500, e: 500 }
  const treatments = ['b', 'c', 'd', 'e']
  const shares = { a: 1, b: 1, c: 1, d: 1, e: 1 }
  expect(verdictsOf(readExperiment(designOf(), dataOf({ bought: { a: 500, b: 600 } })))).toEqual({ bought: 'better' })
  const four = readExperiment(designOf({ treatments, shares }), dataOf({ bought: counts }))
  expect(verdictsOf(four)).toEqual({ bought: 'unclear' })
})

test('a treatment that few come to takes longer', () => {
  const counts = { bought: { a: 500, b: 510, c: 510 } }
  const daysLeftBy = (shares: Record<string, number>) => {
    const design = designOf({ treatments: ['b', 'c'], shares })
    const { recommendation } = readExperiment(design, dataOf(counts, { exposed: shares }))
    return recommendation.kind === 'keep_running' ? recommendation.daysLeft : null
  }
  const [even, uneven] = [daysLeftBy({ a: 30, b: 30, c: 30 }), daysLeftBy({ a: 45, b: 40, c: 5 })]
  // c needs as many units as before, but gets only a sixth of them; control gets more.
  expect((uneven ?? 0) / (even ?? 1)).toBeGreaterThan(3)
  expect((uneven ?? 0) / (even ?? 1)).toBeLessThan(6)
})

test('days left are those until the effect asked for would have been found', () => {
  const left = (more: object, b = 510) =>
    readExperiment(designOf(more), dataOf({ bought: { a: 500, b } })).recommendation
  // An effect of 5 % on a mean of 10 % needs 110,000 units per arm with sequential testing; 1,000 a day arrive for both.
  expect(left({})).toEqual({ kind: 'keep_running', daysLeft: expect.closeTo(212, -1) })
  expect(left({ minimumEffect: 0.25 }, 560)).toEqual({ kind: 'keep_running', daysLeft: 0 })
})
