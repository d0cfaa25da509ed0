import { expect, test } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { experimentsOf, guardrail, split } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { converted, figures, momentsOf, openCountedUnits } from './support/counted-units.ts'
import { logged } from './support/schedules.ts'

const units = openCountedUnits()
const server = await startTestServer({ analytics: true, units })
const org = await server.newOrganization()
const { createMetric, openSplit, run, act } = experimentsOf(org)
const environmentId = org.environmentId('development')

const resultsOf = async (id: string) => (await org.get(`/v1/experiments/${id}/results`)).body

/** Both variants with so many units, of which so many of each bought. */
const bought = (metric: string, n: number, blue: number, green: number) => ({
  [metric]: { blue: converted(n, blue), green: converted(n, green) },
})
const both = (exposed: number, matured = exposed) => ({ blue: { exposed, matured }, green: { exposed, matured } })

test('before anybody is counted, nothing is said', async () => {
  const { id, primary } = await run()
  expect(await resultsOf(id)).toEqual({
    at: expect.any(String),
    isFinal: false,
    method: 'sequential',
    units: { blue: { exposed: 0, matured: 0, waiting: 0 }, green: { exposed: 0, matured: 0, waiting: 0 } },
    srm: { p: 1, chiSquareP: 1, status: 'not_enough' },
    health: { mismatched: [], late: 0, ignored: 0, identity: 0 },
    metrics: [
      {
        key: primary,
        role: 'primary',
        note: expect.stringContaining('14 days'),
        variants: {
          blue: { n: 0, mean: null, deviation: null },
          green: { n: 0, mean: null, deviation: null, status: 'few_units', verdict: 'not_enough' },
        },
      },
    ],
    guardrails: [],
    recommendation: { kind: 'not_enough', why: 'There is not enough to say anything yet. 0 of 0 units counted.' },
  })
})

test('what was counted becomes an interval, a verdict and one sentence', async () => {
  const { id, primary } = await run({ minimumDays: 0, expectedUnits: 20_000 })
  units.counted.set(id, figures(both(10_300, 10_000), bought(primary, 10_000, 1_000, 1_150)))
  const { units: counted, metrics, recommendation, srm } = await resultsOf(id)
  expect(counted.green).toEqual({ exposed: 10_300, matured: 10_000, waiting: 300 })
  expect(srm.status).toBe('ok')
  // Vector 18 of the page: Fieller, with the multiplier at n = N*; s² by n − 1 moves the fifth digit.
  const { green } = metrics[0].variants
  expect(green).toMatchObject({ n: 10_000, mean: 0.115, method: 'sequential', verdict: 'better', status: 'enough' })
  expect(green.lift.low).toBeCloseTo(0.016075, 4)
  expect(green.lift.high).toBeCloseTo(0.303155, 4)
  expect(green.evidence).toBeCloseTo(61.236, 0)
  expect(recommendation).toEqual({
    kind: 'ship',
    variant: 'green',
    why: 'green converts 1.6 % to 30 % better than blue (95 %, looked at whenever). 20,000 of 20,600 units counted. Ship it?',
  })
})

test('a split that is off comes before everything else', async () => {
  const { id, primary } = await run({ minimumDays: 0 })
  const exposed = { blue: { exposed: 5_300 }, green: { exposed: 4_700 } }
  units.counted.set(id, figures(exposed, bought(primary, 4_700, 300, 900)))
  const { srm, recommendation } = await resultsOf(id)
  expect(srm.status).toBe('mismatch')
  expect(srm.p).toBeCloseTo(3.18572e-7, 10)
  expect(recommendation).toMatchObject({
    kind: 'broken_split',
    why: expect.stringContaining('not split as they should'),
  })
})

test('an uneven split is held to its own weights', async () => {
  const distribution = [
    { variant: 'blue', weight: 90 },
    { variant: 'green', weight: 10 },
  ]
  const { id } = await run({}, { version: { rules: [split({ distribution })] } })
  units.counted.set(id, figures({ blue: { exposed: 9_000 }, green: { exposed: 1_000 } }))
  expect((await resultsOf(id)).srm.status).toBe('ok')
})

test('secondary metrics, guardrails and those that were added have their part', async () => {
  const [secondary, guarded, added] = [await createMetric(), await createMetric(), await createMetric()]
  const { id, primary } = await run({ secondary: [secondary.key], guardrails: [guardrail(guarded.key, 'notify')] })
  await org.patch(`/v1/experiments/${id}`, { secondary: [secondary.key, added.key] })
  units.counted.set(id, figures(both(5_000), bought(guarded.key, 5_000, 500, 500)))
  const { metrics, guardrails } = await resultsOf(id)
  expect(metrics.map(({ key, role }: { key: string; role: string }) => [key, role])).toEqual([
    [primary, 'primary'],
    [secondary.key, 'secondary'],
    [added.key, 'exploratory'],
    [guarded.key, 'guardrail'],
  ])
  expect(guardrails).toEqual([
    { metric: guarded.key, variant: 'green', status: 'unclear', evidence: expect.any(Number) },
  ])
})

test('each guardrail says of every variant how it stands, the most serious first', async () => {
  const distribution = ['blue', 'green', 'red'].map((variant) => ({ variant, weight: 1 }))
  const variants = distribution.map(({ variant }) => ({ key: variant, value: variant }))
  const [errors, calls] = [await createMetric(), await createMetric({ direction: 'decrease' })]
  const { id } = await run(
    { guardrails: [guardrail(errors.key, 'notify'), guardrail(calls.key, 'notify')] },
    { version: { variants, rules: [split({ distribution })] } },
  )
  const counts = Object.fromEntries(distribution.map(({ variant }) => [variant, { exposed: 4_000 }]))
  const harmed = { blue: converted(4_000, 800), green: converted(4_000, 1_000), red: converted(4_000, 300) }
  units.counted.set(id, figures(counts, { [errors.key]: harmed }))
  const { guardrails } = await resultsOf(id)
  expect(guardrails.map(({ metric, variant, status }: Json) => [metric, variant, status])).toEqual([
    [errors.key, 'red', 'crossed'],
    [errors.key, 'green', 'safe'],
    [calls.key, 'green', 'not_enough'],
    [calls.key, 'red', 'not_enough'],
  ])
})

test('a metric that should decrease is better where it is lower, in words too', async () => {
  const { key } = await createMetric({ kind: 'sum', direction: 'decrease', cap: 100, adjust: false })
  const { id } = await run({ primary: key, minimumDays: 0 })
  const values = (mean: number) => momentsOf(Array.from({ length: 1_000 }, (_, at) => mean + (at % 2)))
  units.counted.set(id, figures(both(1_000), { [key]: { blue: values(10), green: values(8) } }))
  const { metrics, recommendation } = await resultsOf(id)
  expect(metrics[0].variants.green.verdict).toBe('better')
  expect(recommendation.why).toMatch(new RegExp(`^${key} is .* % to .* % lower with green than with blue \\(95 %`))
})

test('what units did before makes intervals narrower, and where nothing is known that is said', async () => {
  const { id, primary } = await run()
  const adjusted = momentsOf(
    Array.from({ length: 400 }, (_, at) => [at % 10 < 3 ? 1 : 0, at % 10 < 2 ? 1 : 0] as const),
  )
  units.counted.set(id, figures(both(400), { [primary]: { blue: adjusted, green: adjusted } }))
  const [metric] = (await resultsOf(id)).metrics
  expect(metric.variants.green.narrower).toBeGreaterThan(0.2)
  units.counted.set(id, figures(both(400), bought(primary, 400, 100, 100)))
  expect((await resultsOf(id)).metrics[0].note).toContain('not adjusted')
})

test('by an attribute that nothing was kept by before a metric is not adjusted, and says so', async () => {
  const by = { version: { rules: [split({ bucketBy: 'company' })] } }
  const before = momentsOf(Array.from({ length: 400 }, (_, at) => [at % 3 ? 1 : 0, at % 6 ? 1 : 0] as const))
  const metricOf = async ({ id, primary }: { id: string; primary: string }) => {
    units.counted.set(id, figures(both(400), { [primary]: { blue: before, green: before } }))
    return (await resultsOf(id)).metrics[0]
  }
  const first = await metricOf(await run({}, by))
  expect(first.note).toBe(
    'It is not adjusted: before the start no events were kept by company, which units are split by.',
  )
  expect(first.variants.green.narrower).toBe(0)
  const second = await metricOf(await run({}, by))
  expect(second.note).toContain('14 days')
  expect(second.variants.green.narrower).toBeGreaterThan(0)
})

test('a metric that is added to one that splits by an attribute is not adjusted, either', async () => {
  const { id } = await run({}, { version: { rules: [split({ bucketBy: 'team' })] } })
  const { key } = await createMetric()
  await org.patch(`/v1/experiments/${id}`, { secondary: [key] })
  expect((await resultsOf(id)).metrics[1].note).toContain('kept by team')
})

test('a metric of one value and a ratio of nothing say that there is not enough', async () => {
  const { key: ratio } = await createMetric({ kind: 'ratio', denominatorEvent: 'request' })
  const { key: sum } = await createMetric({ kind: 'sum' })
  const { id } = await run({ primary: ratio, secondary: [sum] })
  const empty = momentsOf(Array.from({ length: 200 }, () => [1, 0] as const))
  const alike = momentsOf(Array.from({ length: 200 }, () => 7))
  units.counted.set(
    id,
    figures(both(200), { [ratio]: { blue: empty, green: empty }, [sum]: { blue: alike, green: alike } }),
  )
  const { metrics, recommendation } = await resultsOf(id)
  expect(metrics.map((metric: Json) => metric.variants.green)).toMatchObject([
    { mean: null, status: 'few_denominators', verdict: 'not_enough' },
    { mean: 7, status: 'no_variance', verdict: 'not_enough' },
  ])
  expect(recommendation.kind).toBe('not_enough')
})

test('metrics and variants may be called what objects have by nature', async () => {
  const { key } = await createMetric({ key: 'constructor' })
  const distribution = ['toString', '__proto__'].map((variant) => ({ variant, weight: 1 }))
  const variants = distribution.map(({ variant }, at) => ({ key: variant, value: String(at) }))
  const fields = { primary: key, control: 'toString', guardrails: [guardrail((await createMetric()).key, 'notify')] }
  const { id } = await run(fields, { version: { variants, rules: [split({ distribution })] } })
  const results = await resultsOf(id)
  expect(Object.keys(results.units)).toEqual(['toString', '__proto__'])
  expect(results.metrics[0].variants.toString).toEqual({ n: 0, mean: null, deviation: null })
  expect((await org.get(`/v1/experiments/${id}/results/days?metric=${key}`)).body).toEqual({ items: [] })
})

test('days add up, each with all before it', async () => {
  const { id, primary } = await run()
  const day = { blue: converted(1_000, 100), green: converted(1_000, 130) }
  units.readDays = async () => ['2026-01-30', '2026-01-31'].map((date) => ({ date, moments: day }))
  const { body } = await org.get(`/v1/experiments/${id}/results/days?metric=${primary}`)
  expect(body.items.map(({ date, variants }: never) => [date, (variants as typeof day).green.n])).toEqual([
    ['2026-01-30', 1_000],
    ['2026-01-31', 2_000],
  ])
  const [first, second] = body.items
  expect(first.variants.green.difference.low).toBeLessThan(second.variants.green.difference.low)
  expect(first.variants.blue).toEqual({ n: 1_000 })
  const other = await org.get(`/v1/experiments/${id}/results/days?metric=unheard-of`)
  expect([other.status, other.body.error.details[0].path]).toEqual([422, 'metric'])
})

const planPath = `${org.base}/experiments/plan`

test('a plan says how many units it takes, and how many days, from what units did', async () => {
  const { key: metric } = await createMetric()
  units.population = { moments: converted(14_000, 2_800), unitsPerDay: 1_000, lateShare: 0.04 }
  const { body } = await org.post(planPath, { metric, environmentId, minimumEffect: 0.25 })
  // Vector 29: 20 to 25 %, 80 %, α 0.05 takes 1,090.99 an arm; Φ⁻¹ at other levels makes the others of it.
  expect(body).toMatchObject({ units: 14_000, unitsPerDay: 1_000, baseline: 0.2, lateShare: 0.04, adjusted: null })
  expect(body.deviation).toBeCloseTo(0.4, 3)
  expect(body.fixed).toEqual({ unitsPerVariant: 1_092, days: 7 })
  expect(body.hybrid.unitsPerVariant).toBeGreaterThan(body.fixed.unitsPerVariant)
  expect(body.sequential.unitsPerVariant).toBeGreaterThan(body.hybrid.unitsPerVariant)
  const { body: slow } = await org.post(planPath, { metric, environmentId, minimumEffect: 0.25, unitsPerDay: 100 })
  expect(slow.fixed).toEqual({ unitsPerVariant: 1_092, days: 23 })
})

test('where nobody was seen yet, a plan needs a baseline', async () => {
  units.population = undefined
  const { key: metric } = await createMetric()
  const { key: sum } = await createMetric({ kind: 'sum' })
  const plan = (fields: object) => org.post(planPath, { metric, environmentId, ...fields })
  const problem = async (fields: object) => (await plan(fields)).body.error.details[0].path
  expect(await problem({})).toBe('baseline')
  expect(await problem({ baseline: { mean: 2 } })).toBe('baseline.mean')
  expect(await problem({ metric: sum, baseline: { mean: 2 } })).toBe('baseline.deviation')
  expect(await problem({ metric: 'unheard-of', baseline: { mean: 0.5 } })).toBe('metric')
  const theirs = (await server.newOrganization()).environmentId('development')
  for (const other of ['env_nobody', theirs]) {
    expect(await problem({ environmentId: other, baseline: { mean: 0.5 } })).toBe('environmentId')
    const { status } = await org.post(`${org.base}/metrics/${metric}/check`, { environmentId: other })
    expect(status).toBe(422)
    expect((await org.get(`${org.base}/metrics/${metric}/days?environmentId=${other}`)).status).toBe(404)
  }
  const { body } = await plan({ baseline: { mean: 0.1 }, minimumEffect: 0.1 })
  expect(body).toMatchObject({ units: 0, baseline: 0.1, fixed: { days: null } })
  expect(body.fixed.unitsPerVariant).toBe(14_749)
})

test('an experiment without a number of its own expects as many units as the plan says', async () => {
  units.population = { moments: converted(14_000, 2_800), unitsPerDay: 1_000, lateShare: null }
  const { create } = await openSplit()
  const { body } = await create({ minimumEffect: 0.25 })
  const { body: running } = await act(body.id, 'start')
  expect(units.asked.at(-1)).toMatchObject({ key: body.primary, window: 86_400 })
  const { body: plan } = await org.post(planPath, { metric: body.primary, environmentId, minimumEffect: 0.25 })
  expect(running.expectedUnits).toBe(2 * plan.sequential.unitsPerVariant)
})

test('a check splits where nothing differs: some splits are wrong, by chance', async () => {
  const { key } = await createMetric()
  const check = () => org.post(`${org.base}/metrics/${key}/check`, { environmentId, splits: 3 })
  expect((await check()).status).toBe(409)
  units.halves = [
    [converted(500, 100), converted(500, 101)],
    [converted(500, 100), converted(500, 150)],
    [converted(500, 110), converted(500, 90)],
  ]
  const { body } = await check()
  expect(body).toMatchObject({ units: 1_000, splits: 3, significant: 1 })
  expect(body.expected).toBeCloseTo(0.15)
  expect(body.intervals).toHaveLength(3)
  units.halves = [[converted(50, 10), converted(50, 11)]]
  expect((await check()).body.error.message).toContain('too few')
})

test('a unit that is forgotten leaves counts alone in the audit log', async () => {
  const path = `${org.base}/environments/${environmentId}/units/forget`
  expect((await org.post(path, { unit: 'ada@example.com' })).body).toEqual({ events: 2, exposures: 1 })
  const [entry] = await logged(org, 'units.')
  expect(entry).toMatchObject({ action: 'units.forgotten', meta: { events: 2, exposures: 1, environmentId } })
  expect(JSON.stringify(entry)).not.toContain('ada@')
})
