import { expect, test, vi } from 'vitest'
import { experimentsOf, guardrail, openProtected, split } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { converted, figures, openCountedUnits } from '../api/support/counted-units.ts'
import { logged } from '../api/support/schedules.ts'

const units = openCountedUnits()
const server = await startTestServer({ analytics: true, units, stopClock: true })
const org = await server.newOrganization()
const { createMetric, openSplit, run, act, read } = experimentsOf(org)

/** The entries of an experiment but for its verdict, which is told whenever it is looked at first. */
const entriesOf = async (of: typeof org, id: string) =>
  (await logged(of, 'experiment.')).filter(
    ({ resourceId, action }) => resourceId === id && action !== 'experiment.verdict',
  )

const actionsOf = async (of: typeof org, id: string) => (await entriesOf(of, id)).map(({ action }) => action)

test('a raised rollout leaves a running experiment alone, and a lowered one is marked', async () => {
  const at = (rolloutPercentage: number) => ({ rules: [split({ rolloutPercentage })] })
  const { id, save } = await run({}, { version: at(10) })
  await save({ version: 2, ...at(60) })
  expect(await read(id)).toMatchObject({ status: 'running', marks: [] })
  await save({ version: 3, ...at(40) })
  expect(await read(id)).toMatchObject({
    status: 'running',
    marks: [{ version: 3, what: 'The rollout went from 60 % to 40 %', at: expect.any(String) }],
  })
})

test('a kill switch stops it, and is not refused', async () => {
  const { id, save } = await run()
  expect((await save({ version: 2, enabled: false })).status).toBe(201)
  const stopped = await read(id)
  expect(stopped).toMatchObject({ status: 'stopped', reason: 'The flag was turned off by version 2.' })
  await save({ version: 3 })
  expect(await read(id)).toEqual(stopped)
  expect(await actionsOf(org, id)).toEqual(['experiment.created', 'experiment.started', 'experiment.stopped'])
})

test('an archived flag stops it', async () => {
  const { id, key } = await run()
  await org.patch(`${org.base}/flags/${key}`, { archived: true })
  expect(await read(id)).toMatchObject({ status: 'stopped', reason: 'The flag was archived.' })
})

test('a step of a schedule that raises the rollout leaves it alone, and one that changes the split stops it', async () => {
  const { id, path } = await run({}, { version: { rules: [split({ rolloutPercentage: 10 })] } })
  const step = (change: object) => ({ after: 1, change: { rules: { rule_split: change } } })
  const { body } = await org.post(`${path}/schedules`, { steps: [step({ rolloutPercentage: 90 })] })
  const ended = async (scheduleId: string) => {
    server.moveClock(1_000)
    await vi.waitFor(async () =>
      expect((await org.get(`/v1/schedules/${scheduleId}`)).body).toMatchObject({ status: 'completed' }),
    )
  }
  await ended(body.id)
  expect(await read(id)).toMatchObject({ status: 'running', marks: [] })
  const { body: ship } = await org.post(`${path}/schedules`, { steps: [step({ value: '#0f0' })] })
  await ended(ship.id)
  expect(await read(id)).toMatchObject({ status: 'stopped', reason: 'The split was taken out by version 3.' })
})

test('a schedule that is rolled back changes what it changes', async () => {
  const { id, path } = await run({}, { version: { rules: [split({ rolloutPercentage: 10 })] } })
  const steps = [90, 100].map((rolloutPercentage, at) => ({
    after: at === 0 ? 1 : 3_600,
    change: { rules: { rule_split: { rolloutPercentage } } },
  }))
  const { body } = await org.post(`${path}/schedules`, { steps })
  server.moveClock(1_000)
  await vi.waitFor(async () =>
    expect((await org.get(`/v1/schedules/${body.id}`)).body.steps[0]).toMatchObject({ status: 'done' }),
  )
  await org.post(`/v1/schedules/${body.id}/rollback`)
  expect((await read(id)).marks).toMatchObject([{ version: 3, what: 'The rollout went from 90 % to 10 %' }])
})

test('a promotion is a version like any other', async () => {
  const { id, key } = await run({}, { slug: 'staging' })
  await org.put(org.at(key), config({ defaultValue: 'x' }))
  const [from, to] = [org.environmentId('development'), org.environmentId('staging')]
  const { body } = await org.post(`${org.base}/promotions`, { from, to, flags: [key], dryRun: false })
  expect(body.items).toMatchObject([{ flagKey: key, outcome: 'changed' }])
  expect(await read(id)).toMatchObject({ status: 'stopped', reason: 'The rule was removed by version 2.' })
})

test('an older version that is restored is a version like any other', async () => {
  const { key, path } = await openSplit()
  const { key: primary } = await createMetric()
  await org.put(path, config({ version: 2, defaultValue: 'x', rules: [] }))
  await org.put(path, { ...(await org.walk(`${path}/versions`)).at(-1).config, version: 3 })
  const { body } = await org.post(`${path}/experiments`, { name: key, ruleId: 'rule_split', control: 'blue', primary })
  await act(body.id, 'start')
  await org.put(path, { ...(await org.walk(`${path}/versions`)).at(-2).config, version: 4 })
  expect(await read(body.id)).toMatchObject({ status: 'stopped', reason: 'The rule was removed by version 4.' })
})

test('an environment that is copied has none', async () => {
  const { path } = await run()
  const copyFrom = org.environmentId('development')
  const { body: copy } = await org.post(`${org.base}/environments`, { name: 'Copy', slug: 'copy', copyFrom })
  const there = path.replace(copyFrom, copy.id)
  expect((await org.get(`${there}/experiments`)).body.items).toEqual([])
})

test('of two that are started on a flag at once, one runs', async () => {
  const { create } = await openSplit()
  const drafts = [(await create()).body, (await create()).body, (await create()).body]
  const answers = await Promise.all(drafts.map(({ id }) => act(id, 'start')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('a metric that is archived while an experiment starts is archived, or counted by', async () => {
  for (let round = 0; round < 5; round++) {
    const { create, primary } = await openSplit()
    const { id } = (await create()).body
    const [started, archived] = await Promise.all([
      act(id, 'start'),
      org.patch(`${org.base}/metrics/${primary}`, { archived: true }),
    ])
    expect([started.status, archived.status].sort()).toEqual([200, 409])
  }
})

/** Green is better, by far. */
const clear = (metric: string) =>
  figures(
    { blue: { exposed: 10_000 }, green: { exposed: 10_000 } },
    { [metric]: { blue: converted(10_000, 1_000), green: converted(10_000, 1_300) } },
  )

test('what is shipped to the rule takes the place of its split, and ends the experiment', async () => {
  const rules = [split({ rolloutPercentage: 50, bucketBy: 'companyId' })]
  const { id, primary, path } = await run({ minimumDays: 0 }, { version: { rules } })
  units.counted.set(id, clear(primary))
  const { status, body } = await act(id, 'ship', { variant: 'green', to: 'rule' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    status: 'stopped',
    reason: 'green was shipped.',
    decision: {
      variant: 'green',
      to: 'rule',
      recommendation: 'ship',
      comment: null,
      by: expect.stringMatching(/^key_/),
    },
  })
  const [latest] = await org.walk(`${path}/versions`)
  expect(latest.config).toMatchObject({ version: 2, defaultValue: '#000' })
  expect(latest.config.rules).toMatchObject([{ value: '#0f0', rolloutPercentage: 50, bucketBy: 'companyId' }])
  expect(latest.config.rules[0]).not.toHaveProperty('distribution')
  const entries = await entriesOf(org, id)
  expect(entries.map(({ action }) => action)).toEqual([
    'experiment.created',
    'experiment.started',
    'experiment.shipped',
  ])
  expect(entries.at(-1)?.meta).toMatchObject({
    variant: 'green',
    to: 'rule',
    recommendation: 'ship',
    why: expect.stringMatching(/^green converts .* better than blue \(95 %, looked at whenever\)\./),
  })
  expect((await act(id, 'ship', { variant: 'blue', to: 'rule', comment: 'No' })).status).toBe(409)
})

test('what is shipped to everyone is the default, too, without a rollout', async () => {
  const rules = [split({ rolloutPercentage: 50, bucketBy: 'companyId' })]
  const { id, primary, path } = await run({ minimumDays: 0 }, { version: { rules } })
  units.counted.set(id, clear(primary))
  await act(id, 'ship', { variant: 'green', to: 'everyone' })
  const [{ config }] = await org.walk(`${path}/versions`)
  expect(config).toMatchObject({ defaultValue: '#0f0', rules: [{ value: '#0f0' }] })
  for (const field of ['distribution', 'rolloutPercentage', 'bucketBy'])
    expect(config.rules[0]).not.toHaveProperty(field)
})

test('against the recommendation it takes a reason', async () => {
  const { id, primary } = await run()
  units.counted.set(id, clear(primary))
  const ship = (fields: object) => act(id, 'ship', { variant: 'green', to: 'rule', ...fields })
  // It is better already, and has not run for seven days.
  const { status, body } = await ship({})
  expect([status, body.error.details[0].path]).toEqual([422, 'comment'])
  expect((await ship({ variant: 'red', comment: 'Why not' })).status).toBe(422)
  expect((await ship({ comment: 'It cannot wait' })).body.decision).toMatchObject({
    recommendation: 'keep_running',
    comment: 'It cannot wait',
  })
})

test('shipping another variant than the recommended one takes a reason, too', async () => {
  const { id, primary } = await run({ minimumDays: 0 })
  units.counted.set(id, clear(primary))
  const ship = (fields: object) => act(id, 'ship', { variant: 'blue', to: 'rule', ...fields })
  const { status, body } = await ship({})
  expect([status, body.error.details[0].message]).toEqual([422, expect.stringContaining('green converts')])
  expect((await ship({ comment: 'Blue is our colour' })).status).toBe(201)
})

test('one that was stopped is shipped while the config still splits', async () => {
  const { id, primary, save } = await run({ minimumDays: 0 })
  units.counted.set(id, clear(primary))
  await act(id, 'stop')
  expect((await act(id, 'ship', { variant: 'green', to: 'rule' })).body).toMatchObject({
    reason: 'It was stopped by hand.',
    decision: { variant: 'green' },
  })
  const other = await run({ minimumDays: 0 })
  await other.save({ version: 2, rules: [] })
  expect((await act(other.id, 'ship', { variant: 'green', to: 'rule', comment: 'Late' })).status).toBe(409)
  expect((await save({ version: 3 })).status).toBe(201)
})

test('in a protected environment shipping is a proposal, whose approval ends the experiment', async () => {
  const { org, run, act, read, approve, reject } = await openProtected(server)
  const { id, primary, path } = await run({ minimumDays: 0 }, { slug: 'production' })
  units.counted.set(id, clear(primary))
  await org.protect('production')
  const ship = () => act(id, 'ship', { variant: 'green', to: 'rule' })
  const { status, body } = await ship()
  expect(status).toBe(202)
  expect(body).toMatchObject({ status: 'running', decision: null, shipping: { variant: 'green', to: 'rule' } })
  expect(await ship()).toMatchObject({ status: 409, body: { error: { code: 'PROPOSAL_ALREADY_PENDING' } } })
  await reject(body.shipping.proposalId)
  expect(await read(id)).not.toHaveProperty('shipping')
  expect(await read(id)).toMatchObject({ status: 'running', decision: null })
  const { body: again } = await ship()
  expect((await approve(again.shipping.proposalId)).status).toBe(200)
  expect(await read(id)).toMatchObject({
    status: 'stopped',
    reason: 'green was shipped.',
    decision: { variant: 'green', to: 'rule', recommendation: 'ship', by: expect.stringMatching(/^key_/) },
  })
  const [{ config, version }] = await org.walk(`${path}/versions`)
  expect([version, config.rules[0].value]).toEqual([2, '#0f0'])
  expect(await actionsOf(org, id)).toEqual(['experiment.created', 'experiment.started', 'experiment.shipped'])
})

test('in a protected environment a guardrail that acts makes the start a proposal', async () => {
  const { org, openSplit, createMetric, act, read, approve, reject } = await openProtected(server)
  const { create, path } = await openSplit({ slug: 'production' })
  await org.protect('production')
  const { key: metric } = await createMetric()
  const { body: draft } = await create({ guardrails: [guardrail(metric, 'rollback')] })
  const { status, body: pending } = await act(draft.id, 'start')
  expect([status, pending.status]).toEqual([202, 'pending'])
  const { body: proposal } = await org.get(`/v1/proposals/${pending.proposalId}`)
  expect(proposal).toMatchObject({ kind: 'experiment', experimentId: draft.id, proposedConfig: null })
  expect((await act(draft.id, 'start')).status).toBe(409)
  expect((await org.patch(`/v1/experiments/${draft.id}`, { name: 'No' })).status).toBe(409)
  // It changes no config: one may be proposed beside it.
  expect(
    (await org.post(`${path}/proposals`, { version: 1, enabled: false, defaultValue: 'x', rules: [] })).status,
  ).toBe(202)
  await reject(pending.proposalId, { note: 'Not yet' })
  expect((await read(draft.id)).status).toBe('draft')
  const { body: again } = await act(draft.id, 'start')
  expect((await approve(again.proposalId)).status).toBe(200)
  expect(await read(draft.id)).toMatchObject({ status: 'running', proposalId: again.proposalId })
  expect((await logged(org, 'flag.proposal.')).map(({ action, meta }) => [action, meta.kind])).toEqual([
    ['flag.proposal.created', 'experiment'],
    ['flag.proposal.created', undefined],
    ['flag.proposal.rejected', 'experiment'],
    ['flag.proposal.created', 'experiment'],
    ['flag.proposal.approved', 'experiment'],
  ])
})

test('stopping one that waits rejects its proposal, and so does an end of the protection', async () => {
  const { org, openSplit, createMetric, act, read } = await openProtected(server)
  const { create } = await openSplit({ slug: 'production' })
  await org.protect('production')
  const { key: metric } = await createMetric()
  const { body: draft } = await create({ guardrails: [guardrail(metric, 'pause')] })
  const { body: pending } = await act(draft.id, 'start')
  expect((await act(draft.id, 'stop', { note: 'On second thought' })).body.status).toBe('draft')
  expect((await org.get(`/v1/proposals/${pending.proposalId}`)).body).toMatchObject({
    status: 'rejected',
    reviewNote: 'On second thought',
  })
  await act(draft.id, 'start')
  await org.protect('production', false)
  expect((await read(draft.id)).status).toBe('draft')
  expect((await act(draft.id, 'start')).body.status).toBe('running')
})

test('an approval comes too late for a config that no longer splits', async () => {
  const { org, openSplit, createMetric, act, read, approve } = await openProtected(server)
  const { create, save } = await openSplit({ slug: 'production' })
  const { key: metric } = await createMetric()
  await org.protect('production')
  const { body: draft } = await create({ guardrails: [guardrail(metric, 'rollback')] })
  const { body: pending } = await act(draft.id, 'start')
  await server.execute(`update environments set emergency = true where id = '${org.environmentId('production')}'`)
  await save({ version: 2, rules: [], emergency: true, comment: 'It burns' })
  expect(await approve(pending.proposalId)).toMatchObject({ status: 409 })
  expect((await read(draft.id)).status).toBe('pending')
})

test('what is added to an experiment while a metric of it is looked for stays', async () => {
  const { key: added } = await createMetric()
  const { id, save } = await run({}, { version: { rules: [split({ rolloutPercentage: 50 })] } })
  await Promise.all([
    org.patch(`/v1/experiments/${id}`, { secondary: [added] }),
    save({ version: 2, rules: [split({ rolloutPercentage: 40 })] }),
  ])
  expect(await read(id)).toMatchObject({ secondary: [added], marks: [{ version: 2 }] })
})
