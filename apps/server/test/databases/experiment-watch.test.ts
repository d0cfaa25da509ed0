import { expect, test, vi } from 'vitest'
import type { Figures } from '../../src/http/ports/units.ts'
import { event } from '../../src/testing/events.ts'
import { experimentsOf, guardrail, openProtected, split } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { inSegment } from '../../src/testing/test-organization.ts'
import { converted, figures, openCountedUnits } from '../api/support/counted-units.ts'
import { logged } from '../api/support/schedules.ts'

const units = openCountedUnits()
const server = await startTestServer({ analytics: true, units, stopClock: true })
const org = await server.newOrganization()
const experiments = experimentsOf(org)

const dayMs = 86_400_000
const both = (exposed: number, matured = exposed) => ({ blue: { exposed, matured }, green: { exposed, matured } })

/** Green has so many of what blue has 800 of. */
const harmful = (metric: string, green = 300): Figures =>
  figures(both(4_000), { [metric]: { blue: converted(4_000, 800), green: converted(4_000, green) } })

/** Comes back when figures that a test set were looked at, and what follows from them was done. */
const looked = async (id: string, counted: Figures, afterMs = 15_000): Promise<void> => {
  units.counted.set(id, counted)
  server.moveClock(afterMs)
  await vi.waitFor(async () => {
    const [row] = (await server.execute(`select at_us from due where subject = '${id}'`)) as {
      at_us: number | string
    }[]
    expect(row === undefined || Number(row.at_us) > server.deps.nowUs()).toBe(true)
  })
}

const guarded = async (then: string, of = experiments, opening: object = {}) => {
  const { key: metric } = await of.createMetric()
  const running = await of.run({ guardrails: [guardrail(metric, then)] }, opening)
  return { ...running, metric }
}

const entriesOf = async (id: string, of = org) =>
  (await logged(of, 'experiment.')).filter(({ resourceId }) => resourceId === id)

test('a guardrail that is crossed is told once, with the numbers', async () => {
  const { id, metric, read } = await guarded('notify')
  await looked(id, harmful(metric, 790))
  await looked(id, harmful(metric))
  await vi.waitFor(async () => expect((await read()).warnings).toEqual([expect.stringContaining(metric)]))
  await looked(id, harmful(metric))
  const { body } = await org.get(`/v1/experiments/${id}/results`)
  expect(body).toMatchObject({ guardrails: [{ metric, status: 'crossed' }], recommendation: { kind: 'stop', metric } })
  expect(await read()).toMatchObject({ status: 'running' })
  const crossings = (await entriesOf(id)).filter(({ action }) => action === 'experiment.guardrail')
  expect(crossings.map(({ meta }) => meta)).toMatchObject([
    { metric, variant: 'green', worseBy: 0.1, units: [4_000, 4_000], means: [0.2, 0.075] },
  ])
  expect(crossings[0]?.meta.evidence).toBeGreaterThan(20)
})

test('crossed once is crossed, whatever comes after', async () => {
  const { id, metric, read } = await guarded('notify')
  await looked(id, harmful(metric))
  await vi.waitFor(async () => expect((await read()).warnings).toHaveLength(1))
  units.counted.set(id, harmful(metric, 800))
  expect((await org.get(`/v1/experiments/${id}/results`)).body.guardrails).toMatchObject([{ status: 'crossed' }])
})

test('a split that was off once stays off, whatever comes after', async () => {
  const { id } = await experiments.run()
  await looked(id, figures({ blue: { exposed: 5_300 }, green: { exposed: 4_700 } }))
  const results = async () => (await org.get(`/v1/experiments/${id}/results`)).body
  const { srm } = await results()
  await vi.waitFor(async () => {
    units.counted.set(id, figures(both(5_300)))
    expect((await results()).srm).toMatchObject({ status: 'mismatch', p: srm.p })
  })
})

test('a rollback gives everybody of the rule control’s value, by a version of its own', async () => {
  const { id, metric, path, read } = await guarded('rollback', experiments, {
    version: { rules: [split({ rolloutPercentage: 30 })] },
  })
  const { body: schedule } = await org.post(`${path}/schedules`, {
    steps: [{ after: 3_600, change: { rules: { rule_split: { rolloutPercentage: 90 } } } }],
  })
  await looked(id, harmful(metric))
  await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 'stopped' }))
  expect((await read()).reason).toBe(
    `It was rolled back to blue. The guardrail ${metric} was crossed by green: 0.075 of 4,000 units, where blue has 0.2 of 4,000 units.`,
  )
  const [latest] = await org.walk(`${path}/versions`)
  expect(latest).toMatchObject({ version: 2, comment: (await read()).reason })
  expect(latest.config.rules).toMatchObject([{ id: 'rule_split', value: '#00f', rolloutPercentage: 30 }])
  expect((await org.get(`/v1/schedules/${schedule.id}`)).body.status).toBe('paused')
  expect((await entriesOf(id)).map(({ action }) => action)).toEqual([
    'experiment.created',
    'experiment.started',
    'experiment.guardrail',
    'experiment.stopped',
  ])
})

test('a rollback that cannot be saved is said, and the experiment runs on', async () => {
  const segment = await org.saveSegment()
  const rules = [split({ conditions: [inSegment(segment.key)] })]
  const { id, metric, path, read } = await guarded('rollback', experiments, { version: { rules } })
  // Nothing archives a segment that a rule names: whoever runs the database can.
  await server.execute(`update segments set archived_us = 1 where key = '${segment.key}'`)
  await looked(id, harmful(metric))
  expect(await read()).toMatchObject({
    status: 'running',
    warnings: [expect.stringContaining(metric), expect.stringMatching(/^It could not be rolled back: /)],
  })
  expect(await org.walk(`${path}/versions`)).toHaveLength(1)
})

test('a pause pauses the schedule, and leaves the split as it is', async () => {
  const { id, metric, path, read } = await guarded('pause', experiments, {
    version: { rules: [split({ rolloutPercentage: 30 })] },
  })
  const { body: schedule } = await org.post(`${path}/schedules`, {
    steps: [{ after: 3_600, change: { rules: { rule_split: { rolloutPercentage: 90 } } } }],
  })
  await looked(id, harmful(metric))
  await vi.waitFor(async () =>
    expect((await org.get(`/v1/schedules/${schedule.id}`)).body).toMatchObject({
      status: 'paused',
      reason: expect.stringContaining(`It was paused by an experiment. The guardrail ${metric}`),
    }),
  )
  expect(await read()).toMatchObject({ status: 'running', warnings: [expect.stringContaining(metric)] })
  expect(await org.walk(`${path}/versions`)).toHaveLength(1)
})

test('in an environment that became protected a guardrail only notifies, unless it was approved', async () => {
  const { org, approve, ...of } = await openProtected(server)
  const { id, metric, read, path } = await guarded('rollback', of, { slug: 'production' })
  await org.protect('production')
  await looked(id, harmful(metric))
  await vi.waitFor(async () =>
    expect((await read()).warnings).toEqual([
      expect.stringContaining(metric),
      expect.stringMatching(/^Its guardrails only notify: The environment production is protected now/),
    ]),
  )
  expect(await org.walk(`${path}/versions`)).toHaveLength(1)
  const { key } = await of.createMetric()
  const other = await of.openSplit({ slug: 'staging' })
  await org.protect('staging')
  const { body: draft } = await other.create({ guardrails: [guardrail(key, 'rollback')] })
  const { body: pending } = await of.act(draft.id, 'start')
  await approve(pending.proposalId)
  await looked(draft.id, harmful(key))
  await vi.waitFor(async () => expect(await of.read(draft.id)).toMatchObject({ status: 'stopped' }))
  expect(await org.walk(`${other.path}/versions`)).toHaveLength(2)
})

test('a proposal that was rejected is no consent to what a guardrail does', async () => {
  const { org, reject, ...of } = await openProtected(server)
  const { create, path } = await of.openSplit({ slug: 'production' })
  const { key: metric } = await of.createMetric()
  const { body: draft } = await create({ guardrails: [guardrail(metric, 'rollback')] })
  await org.protect('production')
  const { body: pending } = await of.act(draft.id, 'start')
  await reject(pending.proposalId)
  await org.protect('production', false)
  expect((await of.act(draft.id, 'start')).body).toMatchObject({ status: 'running' })
  await org.protect('production')
  await looked(draft.id, harmful(metric))
  expect(await of.read(draft.id)).toMatchObject({ status: 'running' })
  expect(await org.walk(`${path}/versions`)).toHaveLength(1)
})

test('a guardrail acts in the name of whoever started it, and only notifies once they may not', async () => {
  const editor = await server.newMember(org, 'editor')
  const { key: metric } = await experiments.createMetric()
  const { create } = await experiments.openSplit()
  const { body: draft } = await create({ guardrails: [guardrail(metric, 'rollback')] })
  await editor.post(`/v1/experiments/${draft.id}/start`)
  const admin = await server.newMember(org, 'admin')
  await admin.patch(`/v1/members/${editor.id}`, { role: 'viewer' })
  await looked(draft.id, harmful(metric))
  await vi.waitFor(async () =>
    expect((await experiments.read(draft.id)).warnings).toContainEqual(
      'Its guardrails only notify: The person who made it is a viewer now.',
    ),
  )
  const { actorId } = (await entriesOf(draft.id)).find(({ action }) => action === 'experiment.guardrail') ?? {}
  expect(actorId).toBe(editor.id)
})

test('where a flag is asked for and nobody is exposed, that is said until somebody is', async () => {
  const { id, key, read } = await experiments.run()
  const warnings = async () => (await read()).warnings
  const events = [event(org, { flagKey: key, evaluatedAt: new Date(server.deps.nowUs() / 1_000).toISOString() })]
  expect((await org.post('/v1/telemetry/events', { events })).status).toBe(202)
  await vi.waitFor(async () => {
    const { body } = await org.get(
      `${org.base}/flags/${key}/usage/live?environmentId=${org.environmentId('development')}`,
    )
    expect(body.minutes).not.toEqual([])
  })
  await looked(id, figures({}))
  expect(await warnings()).toEqual([])
  await looked(id, figures({}), 600_000)
  expect(await warnings()).toEqual([expect.stringContaining('nobody was exposed yet')])
  await looked(id, figures(both(1)))
  expect(await warnings()).toEqual([])
})

test('the first verdict is told, once, in the words of the results', async () => {
  const { id, primary } = await experiments.run({ minimumDays: 1, expectedUnits: 20_000 })
  const counted = (green: number) =>
    figures(both(10_000), { [primary]: { blue: converted(10_000, 1_000), green: converted(10_000, green) } })
  const told = async () => (await entriesOf(id)).filter(({ action }) => action === 'experiment.verdict')
  // Better already, but it is to run for a day.
  await looked(id, counted(1_300))
  expect(await told()).toEqual([])
  await looked(id, counted(1_300), dayMs)
  const { recommendation } = (await org.get(`/v1/experiments/${id}/results`)).body
  expect((await told()).map(({ meta }) => meta)).toMatchObject([
    { recommendation: 'ship', variant: 'green', why: recommendation.why, ruleId: 'rule_split' },
  ])
  await looked(id, counted(1_010))
  await looked(id, counted(700))
  await looked(id, counted(1_300))
  expect(await told()).toHaveLength(1)
})

test('at the planned end it is read once with full power, and that stays', async () => {
  const plannedEnd = new Date(server.deps.nowUs() / 1_000 + 10 * dayMs).toISOString()
  const { id, primary } = await experiments.run({ plannedEnd, expectedUnits: 20_000 })
  const counted = (green: number) =>
    figures(both(10_000), { [primary]: { blue: converted(10_000, 1_000), green: converted(10_000, green) } })
  const green = async () => (await org.get(`/v1/experiments/${id}/results`)).body.metrics[0].variants.green
  await looked(id, counted(1_090))
  expect(await green()).toMatchObject({ method: 'sequential', verdict: 'unclear' })
  await looked(id, counted(1_090), 10 * dayMs)
  await vi.waitFor(async () => expect(await green()).toMatchObject({ method: 'fixed', verdict: 'better' }))
  const read = await green()
  expect(read.p).toBeCloseTo(0.0371, 3)
  await looked(id, counted(1_020))
  expect(await green()).toMatchObject({ method: 'fixed', verdict: 'better', p: read.p, difference: read.difference })
})

test('one that is stopped before its planned end is not read then', async () => {
  const plannedEnd = new Date(server.deps.nowUs() / 1_000 + 10 * dayMs).toISOString()
  const { id, primary } = await experiments.run({ plannedEnd, method: 'fixed' })
  units.counted.set(
    id,
    figures(both(10_000), { [primary]: { blue: converted(10_000, 1_000), green: converted(10_000, 1_300) } }),
  )
  await experiments.act(id, 'stop')
  server.moveClock(11 * dayMs)
  const { body } = await org.get(`/v1/experiments/${id}/results`)
  expect(body.metrics[0].variants.green.verdict).toBe('unclear')
})

test('once nobody waits any more its figures are kept, and need no units', async () => {
  const { id, primary } = await experiments.run()
  const counted = (matured: number) =>
    figures(both(1_000, matured), { [primary]: { blue: converted(matured, 100), green: converted(matured, 120) } })
  await looked(id, counted(900))
  await experiments.act(id, 'stop')
  const results = async () => (await org.get(`/v1/experiments/${id}/results`)).body
  await looked(id, counted(900))
  expect(await results()).toMatchObject({ isFinal: false })
  await looked(id, counted(1_000), 2 * dayMs)
  await vi.waitFor(async () => {
    const [row] = await server.execute(`select figures from experiments where id = '${id}'`)
    expect(row).toMatchObject({ figures: expect.stringContaining('moments') })
  })
  const kept = await results()
  expect(kept).toMatchObject({ isFinal: true, units: both(1_000) })
  units.counted.delete(id)
  expect(await results()).toMatchObject({ ...kept, at: expect.any(String) })
  const { body } = await org.get(`/v1/experiments/${id}/results/days?metric=${primary}`)
  expect(body.items).toMatchObject([{ variants: { green: { n: 1_000 } } }])
  expect(await server.execute(`select * from due where subject = '${id}'`)).toEqual([])
})

test('a database that was restored without its units stops it', async () => {
  const { id, read } = await experiments.run()
  await looked(id, figures(both(500)))
  await vi.waitFor(async () => {
    const [row] = await server.execute(`select evidence from experiments where id = '${id}'`)
    expect(row).toMatchObject({ evidence: expect.stringContaining('"units":1000') })
  })
  await looked(id, figures(both(499)))
  expect((await read()).status).toBe('running')
  await looked(id, figures({}))
  await vi.waitFor(async () =>
    expect(await read()).toMatchObject({ status: 'stopped', reason: expect.stringContaining('restored') }),
  )
})
