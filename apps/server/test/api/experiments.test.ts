import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { experimentsOf, guardrail, split } from './support/experiments.ts'
import { logged } from './support/schedules.ts'

const server = await startTestServer({ analytics: true })
const org = await server.newOrganization()
const { createMetric, openSplit, run, act, read } = experimentsOf(org)

test('a draft is what it was said to be, with what was left out', async () => {
  const { create, primary, key, id } = await openSplit({ version: { rules: [split({ bucketBy: 'companyId' })] } })
  const { status, body } = await create()
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^exp_/),
    projectId: org.project.id,
    flagId: id,
    flagKey: key,
    environmentId: org.environmentId('development'),
    name: 'Greener',
    hypothesis: null,
    ruleId: 'rule_split',
    control: 'blue',
    variants: split().distribution,
    unit: 'companyId',
    primary,
    secondary: [],
    exploratory: [],
    guardrails: [],
    exposure: 'evaluation',
    source: 'any',
    minimumEffect: 0.05,
    plannedEnd: null,
    minimumDays: 7,
    expectedUnits: null,
    confidence: 0.95,
    method: 'sequential',
    status: 'draft',
    reason: null,
    decision: null,
    warnings: [],
    marks: [],
    createdBy: expect.stringMatching(/^key_/),
    createdAt: expect.any(String),
    startedAt: null,
    stoppedAt: null,
  })
  expect(await read(body.id)).toEqual(body)
})

test('a planned end makes it a hybrid, unless it is said to be fixed', async () => {
  const { create } = await openSplit()
  const plannedEnd = '2100-01-31T12:00:00+01:00'
  const { body } = await create({ plannedEnd })
  expect(body).toMatchObject({ method: 'hybrid', plannedEnd: '2100-01-31T11:00:00.000Z' })
  expect((await create({ plannedEnd, method: 'fixed' })).body.method).toBe('fixed')
  const { body: without } = await org.patch(`/v1/experiments/${body.id}`, { plannedEnd: null })
  expect(without).toMatchObject({ method: 'sequential', plannedEnd: null })
})

const soon = () => new Date(Date.now() + 30 * 3_600_000).toISOString()
const refused: [string, object, string][] = [
  ['a rule that there is not', { ruleId: 'rule_other' }, 'ruleId'],
  ['a control that is no variant', { control: 'red' }, 'control'],
  ['a metric that there is not', { primary: 'unheard-of' }, 'primary'],
  ['an end before the first units are counted', { plannedEnd: soon() }, 'plannedEnd'],
  ['an end that no one will see', { plannedEnd: '9999-01-01T00:00:00Z' }, 'plannedEnd'],
  ['a hybrid without an end', { method: 'hybrid' }, 'plannedEnd'],
  ['an effect of nothing', { minimumEffect: 0 }, 'minimumEffect'],
  ['a confidence of its own', { confidence: 0.8 }, 'confidence'],
  ['too few units', { expectedUnits: 100 }, 'expectedUnits'],
  ['an exposure by something else', { exposure: 'fetch' }, 'exposure'],
  ['a guardrail that does something else', { guardrails: [guardrail('x', 'hide')] }, 'guardrails[0].then'],
]

for (const [what, fields, field] of refused) {
  test(`${what} is refused`, async () => {
    const { create } = await openSplit()
    const { status, body } = await create(fields)
    expect([status, body.error.details?.map((detail: { path: string }) => detail.path)]).toEqual([422, [field]])
  })
}

test('a metric has one part in an experiment', async () => {
  const { create, primary } = await openSplit()
  const { key: other } = await createMetric()
  const guardrails = [guardrail(other, 'notify')]
  const { body } = await create({ secondary: [other, primary], guardrails })
  expect(body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
    'secondary[1]',
    'guardrails[0].metric',
  ])
})

test('a rule that does not split, or not in two, is none for an experiment', async () => {
  const one = split({ distribution: [{ variant: 'blue', weight: 1 }] })
  const { create } = await openSplit({ version: { rules: [one, { id: 'plain', conditions: [], value: 'x' }] } })
  for (const ruleId of ['rule_split', 'plain']) expect((await create({ ruleId })).status).toBe(422)
})

test('a boolean flag splits between true and false', async () => {
  const { key } = await org.createFlag()
  const distribution = [
    { variant: 'false', weight: 1 },
    { variant: 'true', weight: 1 },
  ]
  await org.put(org.at(key), { version: 1, enabled: true, defaultValue: false, rules: [split({ distribution })] })
  const { key: primary } = await createMetric()
  const body = { name: 'On or off', ruleId: 'rule_split', control: 'false', primary }
  expect((await org.post(`${org.at(key)}/experiments`, body)).body).toMatchObject({ variants: distribution })
})

test('of a draft everything changes, and what it says is checked again', async () => {
  const { create } = await openSplit()
  const { body: draft } = await create()
  const path = `/v1/experiments/${draft.id}`
  const { body } = await org.patch(path, { control: 'green', minimumDays: 0, hypothesis: 'People like green' })
  expect(body).toMatchObject({ control: 'green', minimumDays: 0, hypothesis: 'People like green', name: 'Greener' })
  expect((await org.patch(path, { control: 'red' })).status).toBe(422)
  expect((await logged(org, 'experiment.updated')).filter(({ resourceId }) => resourceId === draft.id)).toMatchObject([
    { meta: { fields: ['hypothesis', 'control', 'minimumDays'] } },
  ])
})

test('the start settles what it promises: its split, its metrics and how many units it expects', async () => {
  const { id, primary, key } = await run()
  const running = await read(id)
  expect(running).toMatchObject({ status: 'running', startedAt: expect.any(String), expectedUnits: 10_000 })
  const { status, body } = await org.patch(`/v1/experiments/${id}`, { control: 'green', minimumEffect: 0.1 })
  expect([status, body.error.message]).toEqual([409, expect.stringContaining('control, minimumEffect')])
  await org.patch(`${org.base}/metrics/${primary}`, { name: 'Renamed' })
  expect((await logged(org, 'experiment.')).filter(({ resourceId }) => resourceId === id)).toMatchObject([
    { action: 'experiment.created' },
    {
      action: 'experiment.started',
      meta: { flagKey: key, ruleId: 'rule_split', environmentId: running.environmentId },
    },
  ])
})

test('metrics may be added while it runs, and nothing is promised of those', async () => {
  const { key: first } = await createMetric()
  const { key: added } = await createMetric()
  const { id } = await run({ secondary: [first] })
  const path = `/v1/experiments/${id}`
  const { body } = await org.patch(path, { name: 'Better', secondary: [first, added] })
  expect(body).toMatchObject({
    name: 'Better',
    secondary: [first, added],
    exploratory: [{ metric: added, addedAt: expect.any(String) }],
  })
  expect((await org.patch(path, { secondary: [added] })).status).toBe(409)
  expect((await org.patch(path, { secondary: [first, added, 'unheard-of'] })).status).toBe(422)
  expect((await org.patch(path, { plannedEnd: '2100-01-01T00:00:00Z' })).status).toBe(409)
})

test('one runs on a flag in an environment', async () => {
  const { create } = await openSplit()
  const [one, other] = [(await create()).body, (await create({ name: 'Another' })).body]
  expect((await act(one.id, 'start')).status).toBe(200)
  expect(await act(other.id, 'start')).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  await act(one.id, 'stop')
  expect((await act(other.id, 'start')).status).toBe(200)
  expect(await act(one.id, 'start')).toMatchObject({ status: 409 })
})

test('one whose rule is gone, or off, cannot be started', async () => {
  const { create, save } = await openSplit()
  const { body } = await create()
  await save({ version: 2, rules: [split({ enabled: false })] })
  expect((await act(body.id, 'start')).body.error.message).toContain('the rule is off')
  await save({ version: 3, enabled: false })
  expect((await act(body.id, 'start')).body.error.message).toContain('the flag is off')
  await save({ version: 4, rules: [] })
  expect((await act(body.id, 'start')).body.error.message).toContain('It can no longer be started')
})

test('a metric that was archived since keeps it from being started', async () => {
  const { create, primary } = await openSplit()
  const { body } = await create()
  await org.patch(`${org.base}/metrics/${primary}`, { archived: true })
  expect((await act(body.id, 'start')).body.error.message).toContain('archived')
})

test('who splits client-safe flags by user is told that signing in makes another unit', async () => {
  const { id } = await run({}, { flag: { clientSafe: true } })
  expect((await read(id)).warnings).toEqual([expect.stringContaining('bucketBy')])
})

test('it is stopped by hand, once, and says why', async () => {
  const { id } = await run()
  const { body } = await act(id, 'stop', { note: 'Enough' })
  expect(body).toMatchObject({
    status: 'stopped',
    reason: 'It was stopped by hand: Enough',
    stoppedAt: expect.any(String),
  })
  expect((await act(id, 'stop')).status).toBe(409)
  expect((await org.patch(`/v1/experiments/${id}`, { name: 'Late' })).status).toBe(409)
})

test('a draft can neither be stopped, nor shipped, nor read', async () => {
  const { create } = await openSplit()
  const { id } = (await create()).body
  expect((await act(id, 'stop')).status).toBe(409)
  expect((await act(id, 'ship', { variant: 'green', to: 'rule' })).status).toBe(409)
  expect((await org.get(`/v1/experiments/${id}/results`)).status).toBe(409)
})

test('experiments are listed by flag and by project, by their status', async () => {
  const other = await server.newOrganization()
  const { openSplit, run } = experimentsOf(other)
  const running = await run()
  const { create, path } = await openSplit()
  const { body: draft } = await create()
  const idsAt = async (at: string) => (await other.walk(at)).map(({ id }) => id)
  expect(await idsAt(`${other.base}/experiments`)).toEqual([draft.id, running.id])
  expect(await idsAt(`${other.base}/experiments?status=running`)).toEqual([running.id])
  expect(await idsAt(`${path}/experiments`)).toEqual([draft.id])
  expect(await idsAt(`${path}/experiments?status=stopped`)).toEqual([])
})

test('start and stop are published, since SDKs learn from the bundle what exposes', async () => {
  const { id, path } = await run()
  const revision = async () => {
    const environment = path.split('/')[5]
    const [row] = await server.execute(`select revision from environments where id = '${environment}'`)
    return Number((row as { revision: number }).revision)
  }
  const before = await revision()
  await act(id, 'stop')
  expect(await revision()).toBe(before + 1)
})

test('the Free plan has no experiments, and guardrails that act need Enterprise', async () => {
  const free = await server.newOrganization('free')
  const { key } = await free.createFlag()
  const body = { name: 'No', ruleId: 'rule_split', control: 'blue', primary: 'x' }
  expect((await free.post(`${free.at(key)}/experiments`, body)).body.error.code).toBe('UPGRADE_REQUIRED')
  const pro = await server.newOrganization('pro')
  const { openSplit, createMetric, act } = experimentsOf(pro)
  const { create } = await openSplit()
  const { key: metric } = await createMetric()
  const guard = (then: string) => create({ guardrails: [guardrail(metric, then)] })
  expect((await guard('rollback')).body.error.code).toBe('UPGRADE_REQUIRED')
  const { body: notifying } = await guard('notify')
  expect((await act(notifying.id, 'start')).body.status).toBe('running')
})

test('an environment runs so many as the plan says', async () => {
  const pro = await server.newOrganization('pro')
  const { openSplit, run, act } = experimentsOf(pro)
  const { id } = await run()
  const columns = `org_id, project_id, environment_id, status, reason, name, rule_id, exposure, source, design, split, metrics,
    warnings, marks, evidence, created_by, started_by, started_us`
  for (let at = 0; at < 49; at++) {
    const { id: flagId } = await pro.createFlag()
    await server.execute(`insert into experiments (id, flag_id, created_us, ${columns})
      select 'exp_full_${at}', '${flagId}', ${at}, ${columns} from experiments where id = '${id}'`)
  }
  const { body: more } = await (await openSplit()).create()
  expect(await act(more.id, 'start')).toMatchObject({ status: 403, body: { error: { code: 'UPGRADE_REQUIRED' } } })
  await act(id, 'stop')
  expect((await act(more.id, 'start')).status).toBe(200)
})

test('viewers read experiments, and only editors make and steer them', async () => {
  const { id, path } = await run()
  const viewer = await server.newMember(org, 'viewer')
  expect((await viewer.get(`/v1/experiments/${id}`)).status).toBe(200)
  expect((await viewer.post(`/v1/experiments/${id}/stop`)).status).toBe(403)
  expect((await viewer.post(`${path}/experiments`, {})).status).toBe(403)
  const editor = await server.newMember(org, 'editor')
  expect((await editor.post(`/v1/experiments/${id}/stop`)).status).toBe(200)
  expect(
    (await editor.post(`${org.base}/environments/${org.environmentId('development')}/units/forget`, { unit: 'ada' }))
      .status,
  ).toBe(403)
})

test('without analytics nothing is started, nor read; drafts are made all the same', async () => {
  const off = await startTestServer()
  const other = await off.newOrganization()
  const { openSplit, act } = experimentsOf(other)
  const { create, primary } = await openSplit()
  const { body } = await create()
  const environmentId = other.environmentId('development')
  const answers = [
    await act(body.id, 'start'),
    await other.post(`${other.base}/experiments/plan`, { metric: primary, environmentId }),
    await other.post(`${other.base}/metrics/${primary}/check`, { environmentId }),
    await other.get(`${other.base}/environments/${environmentId}/events`),
    await other.post(`${other.base}/environments/${environmentId}/units/forget`, { unit: 'ada' }),
    await other.post('/v1/track', { events: [{ name: 'bought', context: { userId: 'ada' } }] }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
})
