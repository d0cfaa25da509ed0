import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { hour, laterStep, logged, openFlag } from './support/schedules.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const development = org.environmentId('development')

test('a schedule of an unprotected environment starts at once, and its times are known', async () => {
  const { id: flagId, create } = await openFlag(org)
  const at = new Date(server.deps.nowUs() / 1_000 + 5 * hour * 1_000).toISOString()
  const changes = [{ enabled: true }, { rules: { rule_beta: { rolloutPercentage: 50 } } }, { defaultValue: true }]
  const { status, body } = await create({
    steps: [
      { after: hour, change: changes[0] },
      { at, change: changes[1] },
      { after: 60, change: changes[2] },
    ],
    comment: 'Half of them first',
  })
  expect(status).toBe(201)
  const started = Date.parse(body.steps[0].at) - hour * 1_000
  expect(Math.abs(started - Date.parse(body.createdAt))).toBeLessThan(60_000)
  expect(body).toEqual({
    id: expect.stringMatching(/^sched_/),
    flagId,
    environmentId: development,
    status: 'running',
    reason: null,
    steps: [
      { at: expect.any(String), after: hour, change: changes[0], status: 'waiting' },
      { at, change: changes[1], status: 'waiting' },
      {
        at: new Date(Date.parse(at) + 60_000).toISOString(),
        after: 60,
        change: changes[2],
        status: 'waiting',
      },
    ],
    guardrails: [],
    comment: 'Half of them first',
    createdBy: expect.stringMatching(/^key_/),
    createdAt: expect.any(String),
    endedAt: null,
  })
  expect(await org.get(`/v1/schedules/${body.id}`)).toEqual({ status: 200, body, headers: expect.anything() })
})

test('its creation and its start are written down, with why', async () => {
  const { key: flagKey, create } = await openFlag(org)
  const { body } = await create({ comment: 'For the launch' })
  const place = { flagKey, envId: development, environmentId: development }
  const entries = (await logged(org, 'schedule.')).filter(({ resourceId }) => resourceId === body.id)
  expect(entries.map(({ action, meta, actorId }) => [action, meta, actorId])).toEqual([
    ['schedule.created', { ...place, comment: 'For the launch' }, body.createdBy],
    ['schedule.started', place, body.createdBy],
  ])
})

test('a flag’s and a project’s schedules are listed, the newest first, page by page', async () => {
  const elsewhere = await server.newOrganization()
  const first = await openFlag(elsewhere)
  const other = await openFlag(elsewhere)
  const ids: string[] = []
  for (let at = 0; at < 3; at++) {
    const { body } = await first.create()
    ids.unshift(body.id)
    await elsewhere.post(`/v1/schedules/${body.id}/cancel`)
  }
  const { body: live } = await other.create()
  const idsOf = async (path: string) => (await elsewhere.walk(path, 2)).map(({ id }) => id)
  expect(await idsOf(`${first.path}/schedules`)).toEqual(ids)
  expect(await idsOf(`${elsewhere.at(first.key, 'staging')}/schedules`)).toEqual([])
  const all = `${elsewhere.base}/schedules`
  expect(await idsOf(all)).toEqual([live.id, ...ids])
  expect(await idsOf(`${all}?status=running`)).toEqual([live.id])
  expect(await idsOf(`${all}?status=cancelled`)).toEqual(ids)
  expect((await elsewhere.get(`${all}?status=over`)).status).toBe(422)
})

test('one that runs is paused and resumed by hand, and keeps its times', async () => {
  const { create } = await openFlag(org)
  const { body: schedule } = await create()
  const paused = await org.post(`/v1/schedules/${schedule.id}/pause`)
  expect(paused).toMatchObject({ status: 200, body: { status: 'paused', reason: 'It was paused by hand.' } })
  const resumed = await org.post(`/v1/schedules/${schedule.id}/resume`)
  expect(resumed).toMatchObject({ status: 200, body: schedule })
  const entries = (await logged(org, 'schedule.')).filter(({ resourceId }) => resourceId === schedule.id)
  expect(entries.map(({ action, meta }) => [action, meta.reason])).toEqual([
    ['schedule.created', undefined],
    ['schedule.started', undefined],
    ['schedule.paused', 'It was paused by hand.'],
    ['schedule.resumed', undefined],
  ])
})

test('one that is cancelled has ended, and makes room for another', async () => {
  const { create, path } = await openFlag(org)
  const { body: schedule } = await create()
  expect(await create()).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  const cancelled = await org.post(`/v1/schedules/${schedule.id}/cancel`)
  expect(cancelled).toMatchObject({
    status: 200,
    body: { status: 'cancelled', reason: 'It was cancelled by hand.', endedAt: expect.any(String) },
  })
  expect((await create()).status).toBe(201)
  expect((await org.get(`${path}/versions`)).body.items).toHaveLength(1)
})

test('each steering needs a state that allows it', async () => {
  const { create } = await openFlag(org)
  const { id } = (await create()).body
  const steer = async (how: string) => {
    const { status, body } = await org.post(`/v1/schedules/${id}/${how}`)
    return status === 409 ? body.error.message : status
  }
  expect(await steer('resume')).toBe('The schedule is running: only a paused one can be resumed.')
  expect(await steer('pause')).toBe(200)
  expect(await steer('pause')).toBe('The schedule is paused: only a running one can be paused.')
  expect(await steer('cancel')).toBe(200)
  expect(await steer('cancel')).toBe('The schedule is cancelled already: it cannot be cancelled.')
  expect(await steer('pause')).toBe('The schedule is cancelled: only a running one can be paused.')
  expect(await steer('resume')).toBe('The schedule is cancelled: only a paused one can be resumed.')
})

test('a config that is saved by hand pauses what runs there, and nothing elsewhere', async () => {
  const { key, path, create } = await openFlag(org)
  await org.put(org.at(key, 'staging'), config())
  const { id } = (await create()).body
  const read = async () => (await org.get(`/v1/schedules/${id}`)).body
  await org.put(org.at(key, 'staging'), config({ version: 2, enabled: false }))
  expect((await read()).status).toBe('running')
  await org.put(path, config({ version: 2 }))
  const reason = 'It was paused because version 2 was saved by hand.'
  expect(await read()).toMatchObject({ status: 'paused', reason })
  await org.put(path, config({ version: 3 }))
  const paused = (await logged(org, 'schedule.paused')).filter(({ resourceId }) => resourceId === id)
  expect(paused.map(({ meta }) => meta.reason)).toEqual([reason])
  expect((await org.post(`/v1/schedules/${id}/resume`)).body.status).toBe('running')
})

test('what is promoted pauses what runs in the target', async () => {
  const { key, create } = await openFlag(org)
  await org.put(org.at(key, 'staging'), config({ enabled: false }))
  const { id } = (await create()).body
  const promote = (dryRun: boolean) => {
    const [from, to] = [org.environmentId('staging'), development]
    return org.post(`${org.base}/promotions`, { from, to, flags: [key], dryRun })
  }
  await promote(true)
  expect((await org.get(`/v1/schedules/${id}`)).body.status).toBe('running')
  await promote(false)
  const reason = 'It was paused because version 2 was saved by hand.'
  expect((await org.get(`/v1/schedules/${id}`)).body).toMatchObject({ status: 'paused', reason })
})

test('a version that is refused pauses nothing', async () => {
  const { path, create } = await openFlag(org)
  const { id } = (await create()).body
  expect((await org.put(path, config({ version: 7 }))).status).toBe(409)
  expect((await org.get(`/v1/schedules/${id}`)).body.status).toBe('running')
})

test('it is not resumed where the flag was archived, or the environment became protected', async () => {
  const elsewhere = await server.newOrganization()
  const { key, create } = await openFlag(elsewhere, { slug: 'staging' })
  const { id } = (await create()).body
  await elsewhere.post(`/v1/schedules/${id}/pause`)
  const resume = async () => (await elsewhere.post(`/v1/schedules/${id}/resume`)).body.error?.message
  await elsewhere.patch(`${elsewhere.base}/flags/${key}`, { archived: true })
  expect(await resume()).toContain('is archived')
  await elsewhere.patch(`${elsewhere.base}/flags/${key}`, { archived: false })
  await elsewhere.protect('staging')
  expect(await resume()).toBe(
    'The environment staging is protected now, and nobody approved the schedule. Cancel it, and make another.',
  )
  await elsewhere.protect('staging', false)
  expect(await resume()).toBeUndefined()
})

test('revoking the key, or removing the person, that made one cancels it', async () => {
  const { key, id: keyId } = await org.createKey()
  const member = await server.newMember(org, 'editor')
  const [ofKey, ofPerson, ofOther] = [await openFlag(org), await openFlag(org), await openFlag(org)]
  const { body: first } = await ofKey.create({}, key)
  const { body: second } = await member.post(`${ofPerson.path}/schedules`, { steps: [laterStep()] })
  const { body: third } = await ofOther.create()
  await org.post(`/v1/schedules/${first.id}/pause`)
  await org.delete(`${org.base}/environments/${development}/api-keys/${keyId}`)
  const admin = await server.newMember(org, 'admin')
  await admin.delete(`/v1/members/${member.id}`)
  const read = async (id: string) => {
    const { status, reason } = (await org.get(`/v1/schedules/${id}`)).body
    return [status, reason]
  }
  expect(await read(first.id)).toEqual(['cancelled', 'The key that made it was revoked.'])
  expect(await read(second.id)).toEqual(['cancelled', 'The person who made it was removed.'])
  expect(await read(third.id)).toEqual(['running', null])
  const entries = (await logged(org, 'schedule.cancelled')).filter(({ resourceId }) =>
    [first.id, second.id].includes(resourceId),
  )
  expect(entries.map(({ actorId }) => actorId)).toEqual([third.createdBy, admin.id])
})

test('a key that is handed over or rotated keeps its schedules', async () => {
  const member = await server.newMember(org, 'admin')
  const keys = `${org.base}/environments/${development}/api-keys`
  const { body: key } = await member.post(keys, { type: 'server', description: 'Theirs' })
  const [kept, gone] = [await openFlag(org), await openFlag(org)]
  const { body: byKey } = await kept.create({}, key.key)
  const { body: byPerson } = await member.post(`${gone.path}/schedules`, { steps: [laterStep()] })
  expect((await member.post(`${keys}/${key.id}/rotate`, { overlapSeconds: 0 })).status).toBe(201)
  const admin = await server.newMember(org, 'admin')
  expect((await admin.delete(`/v1/members/${member.id}?keepKeys=true`)).status).toBe(200)
  expect((await org.get(`/v1/schedules/${byKey.id}`)).body.status).toBe('running')
  expect((await org.get(`/v1/schedules/${byPerson.id}`)).body.status).toBe('cancelled')
})

test('viewers look, and editors steer', async () => {
  const { path, create } = await openFlag(org)
  const { id } = (await create()).body
  const [viewer, editor] = [await server.newMember(org, 'viewer'), await server.newMember(org, 'editor')]
  expect((await viewer.get(`/v1/schedules/${id}`)).status).toBe(200)
  expect((await viewer.get(`${path}/schedules`)).body.items).toHaveLength(1)
  expect((await viewer.post(`/v1/schedules/${id}/pause`)).status).toBe(403)
  expect((await editor.post(`/v1/schedules/${id}/pause`)).status).toBe(200)
})
