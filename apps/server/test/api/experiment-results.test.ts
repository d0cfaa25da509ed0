import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { converted, figures, momentsOf, openCountedUnits } from './support/counted-units.ts'
import { experimentsOf, guardrail, split } from './support/experiments.ts'
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
  expect(await problem({ environmentId: 'env_nobody', baseline: { mean: 0.5 } })).toBe('environmentId')
  const { body } = await plan({ baseline: { mean: 0.1 }, minimumEffect: 0.1 })
  expect(body).toMatchObject({ units: 0, baseline: 0.1, fixed: { days: null } })
  expect(body.fixed.unitsPerVariant).toBe(14_749)
})

test('an experiment without a number of its own expects as many units as the plan says', async () => {
  units.population = { moments: converted(14_000, 2_800), unitsPerDay: 1_000, lateShare: null }
  const { create } = await openSplit()
  const { body } = await create({ minimumEffect: 0.25 })
  const { body: running } = await act(body.id, 'start')
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
  expect(JSON.stringify(entry)).not.toContain('ada')
})
