import { expect, test, vi } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ stopClock: true })

/** A flag with a config, and a schedule for it. */
const schedule = async (organization: TestOrganization, steps: object[], fields: object = {}) => {
  const { key } = await organization.createFlag({ type: 'number' })
  const at = organization.at(key)
  await organization.put(at, config({ defaultValue: 1, ...fields }))
  const { status, body } = await organization.post(`${at}/schedules`, { steps, comment: 'a quiet launch' })
  expect(status).toBe(201)
  return { key, at, id: body.id as string }
}

const read = async (organization: TestOrganization, id: string): Promise<Json> =>
  (await organization.get(`/v1/schedules/${id}`)).body

/** Waits until the schedule has the status. */
const becomes = async (organization: TestOrganization, id: string, status: string): Promise<Json> => {
  await vi.waitFor(async () => expect((await read(organization, id)).status).toBe(status), { interval: 10 })
  return read(organization, id)
}

/** The default values of the versions, newest first. */
const values = async (organization: TestOrganization, at: string): Promise<number[]> =>
  (await organization.walk(`${at}/versions`)).map((version) => version.config.defaultValue)

const to = (defaultValue: number, after = 60) => ({ after, change: { defaultValue } })

test('each step makes one version at its time: its creator’s, with the comment, published and audited', async () => {
  const organization = await server.newOrganization()
  const { key, at, id } = await schedule(organization, [to(2), { after: 60, change: { enabled: false } }])
  const { createdBy } = await read(organization, id)
  expect(await values(organization, at)).toEqual([1])

  server.moveClock(60_000)
  await vi.waitFor(async () => expect(await values(organization, at)).toEqual([2, 1]), { interval: 10 })
  expect(await read(organization, id)).toMatchObject({
    status: 'running',
    reason: null,
    steps: [{ status: 'done', version: 2, doneAt: expect.any(String) }, { status: 'waiting' }],
  })
  const [newest] = await organization.walk(`${at}/versions`)
  expect(newest).toMatchObject({ version: 2, scheduleId: id, comment: 'a quiet launch', createdBy, proposalId: null })
  const { evaluate } = deliveryClient(server.deliveryUrl, organization.key)
  await vi.waitFor(async () => expect((await evaluate(key)).body.value).toBe(2))

  server.moveClock(60_000)
  const { steps, endedAt } = await becomes(organization, id, 'completed')
  expect(steps[1]).toMatchObject({ status: 'done', version: 3 })
  expect(Date.parse(steps[1].doneAt)).toBeGreaterThanOrEqual(Date.parse(steps[1].at))
  expect(endedAt).toBe(steps[1].doneAt)
  await vi.waitFor(async () => expect((await evaluate(key)).body).toMatchObject({ value: 2, reason: 'DISABLED' }))

  const [completed, second, first] = await organization.walk(`${organization.base}/audit-log`)
  const about = { flagKey: key, environmentId: organization.environmentId('development') }
  const made = { ...about, scheduleId: id, comment: 'a quiet launch' }
  expect(completed).toMatchObject({ action: 'schedule.completed', resourceId: id, actorId: createdBy, meta: about })
  expect(second).toMatchObject({ action: 'flag.version.created', actorId: createdBy, meta: { ...made, version: 3 } })
  expect(first).toMatchObject({ action: 'flag.version.created', actorId: createdBy, meta: { ...made, version: 2 } })
  expect(await server.deps.store.due.next(['schedule'], 0)).toEqual([])
})

test('steps that are overdue together become one version, with what all of them in order leave', async () => {
  const organization = await server.newOrganization()
  const rules = [{ id: 'beta', conditions: [], value: 7, rolloutPercentage: 1 }]
  const steps = [
    { after: 60, change: { rules: { beta: { rolloutPercentage: 10 } } } },
    { after: 60, change: { rules: { beta: { rolloutPercentage: 50, value: 8 } } } },
    { after: 60, change: { defaultValue: 2 } },
    { after: 60, change: { enabled: false } },
  ]
  const { at, id } = await schedule(organization, steps, { rules })
  server.moveClock(200_000)
  await vi.waitFor(async () => expect(await organization.walk(`${at}/versions`)).toHaveLength(2), { interval: 10 })
  const [{ config: made }] = (await organization.walk(`${at}/versions`)) as [Json]
  expect(made).toMatchObject({ enabled: true, defaultValue: 2, rules: [{ value: 8, rolloutPercentage: 50 }] })
  expect((await read(organization, id)).steps).toMatchObject([
    { status: 'folded' },
    { status: 'folded' },
    { status: 'done', version: 2 },
    { status: 'waiting' },
  ])
})

test('what was paused over its times goes on with one version for all of them', async () => {
  const organization = await server.newOrganization()
  const { at, id } = await schedule(organization, [to(2), to(3), to(4)])
  const other = await schedule(organization, [to(2, 150)])
  await organization.post(`/v1/schedules/${id}/pause`)
  server.moveClock(150_000)
  await becomes(organization, other.id, 'completed')
  expect(await values(organization, at)).toEqual([1])
  await organization.post(`/v1/schedules/${id}/resume`)
  await vi.waitFor(async () => expect(await values(organization, at)).toEqual([3, 1]), { interval: 10 })
})

test('a step that changes nothing makes its version all the same, exactly one', async () => {
  const organization = await server.newOrganization()
  const { at, id } = await schedule(organization, [to(1)])
  server.moveClock(60_000)
  await becomes(organization, id, 'completed')
  expect(await values(organization, at)).toEqual([1, 1])
})

/** Changes that can come before a step, and the reason that the step then shows. */
const between: Record<string, [(organization: TestOrganization, key: string) => Promise<unknown>, RegExp]> = {
  'the flag is archived': [
    ({ patch, base }, key) => patch(`${base}/flags/${key}`, { archived: true }),
    /The flag is archived/,
  ],
  'the plan is a smaller one': [
    ({ id }) => server.send('PATCH', `/admin/v1/organizations/${id}`, { key: adminToken, body: { plan: 'free' } }),
    /need the Pro or Enterprise plan/,
  ],
  'the environment becomes protected': [
    ({ protect }) => protect('development'),
    /is protected now, and nobody approved/,
  ],
}

for (const [what, [happens, said]] of Object.entries(between)) {
  test(`a schedule fails with its reason, and changes nothing, where ${what} before its step`, async () => {
    const organization = await server.newOrganization()
    const { key, at, id } = await schedule(organization, [to(2), to(3)])
    await happens(organization, key)
    server.moveClock(60_000)
    const failed = await becomes(organization, id, 'failed')
    expect(failed).toMatchObject({ reason: expect.stringMatching(said), endedAt: expect.any(String) })
    expect(failed.steps).toMatchObject([{ status: 'failed' }, { status: 'waiting' }])
    expect(await values(organization, at)).toEqual([1])
    const [entry] = await organization.walk(`${organization.base}/audit-log`)
    expect(entry).toMatchObject({ action: 'schedule.failed', resourceId: id, meta: { flagKey: key } })
    expect(entry?.meta.reason).toBe(failed.reason)
  })
}

test('a value that the flag’s schema no longer takes fails the step that has it', async () => {
  const organization = await server.newOrganization()
  const { key } = await organization.createFlag({ type: 'json' })
  const at = organization.at(key)
  await organization.put(at, config({ defaultValue: { size: 1 } }))
  const steps = [2, 30].map((size) => ({ after: 60, change: { defaultValue: { size } } }))
  const { body } = await organization.post(`${at}/schedules`, { steps })
  await organization.patch(`${organization.base}/flags/${key}`, { schema: { properties: { size: { maximum: 9 } } } })
  server.moveClock(60_000)
  await vi.waitFor(async () => expect(await organization.walk(`${at}/versions`)).toHaveLength(2), { interval: 10 })
  server.moveClock(60_000)
  const failed = await becomes(organization, body.id, 'failed')
  expect(failed.reason).toMatch(/^Step 2 no longer fits: defaultValue\.size /)
  expect(failed.steps).toMatchObject([{ status: 'done' }, { status: 'failed' }])
  expect(await organization.walk(`${at}/versions`)).toHaveLength(2)
})

test('a version that it does not know of pauses it', async () => {
  const organization = await server.newOrganization()
  const { at, id } = await schedule(organization, [to(2)])
  await server.execute(`update schedules set seen_version = 7 where id = '${id}'`)
  server.moveClock(60_000)
  expect((await becomes(organization, id, 'paused')).reason).toMatch(/by hand/)
  expect(await values(organization, at)).toEqual([1])
})

test('in a protected environment what was approved once is run step by step', async () => {
  const organization = await server.newOrganization()
  const { key } = await organization.createFlag({ type: 'number' })
  const at = organization.at(key)
  await organization.put(at, config({ defaultValue: 1 }))
  await organization.protect('development')
  const { body } = await organization.post(`${at}/schedules`, { steps: [to(2), to(3)] })
  const { key: other } = await organization.createKey()
  expect((await organization.post(`/v1/proposals/${body.proposalId}/approve`, {}, other)).status).toBe(200)
  for (const expected of [
    [2, 1],
    [3, 2, 1],
  ]) {
    server.moveClock(60_000)
    await vi.waitFor(async () => expect(await values(organization, at)).toEqual(expected), { interval: 10 })
  }
  await becomes(organization, body.id, 'completed')
})

test('of schedules that are due together each is its creator’s, and one that cannot go on keeps no other', async () => {
  const organization = await server.newOrganization()
  const keys = [await organization.createKey(), await organization.createKey()]
  const at = new Date(server.deps.nowUs() / 1_000 + 60_000).toISOString()
  const made: { flagKey: string; id: string; by: string }[] = []
  for (let flag = 0; flag < 6; flag++) {
    const { key: flagKey } = await organization.createFlag({ type: 'number' })
    await organization.put(organization.at(flagKey), config({ defaultValue: 1 }))
    const { id: by, key } = keys[flag % 2] as Json
    const body = { steps: [{ at, change: { defaultValue: 2 } }] }
    const { id } = (await organization.post(`${organization.at(flagKey)}/schedules`, body, key)).body
    made.push({ flagKey, id, by })
  }
  const [archived, broken, ...others] = made as [Json, Json, ...Json[]]
  await organization.patch(`${organization.base}/flags/${archived.flagKey}`, { archived: true })
  // Broken on purpose: the API would not accept such a schedule.
  await server.execute(`update schedules set steps = '[{"atUs":1,"status":"waiting"}]' where id = '${broken.id}'`)
  server.moveClock(60_000)
  for (const { id, flagKey, by } of others) {
    await becomes(organization, id, 'completed')
    const [newest] = await organization.walk(`${organization.at(flagKey)}/versions`)
    expect(newest).toMatchObject({ version: 2, scheduleId: id, createdBy: by })
  }
  await becomes(organization, archived.id, 'failed')
  const entries = await organization.walk(`${organization.base}/audit-log?action=schedule.completed`)
  expect(entries.map(({ resourceId, actorId }) => [resourceId, actorId]).toSorted()).toEqual(
    others.map(({ id, by }) => [id, by]).toSorted(),
  )
  expect((await organization.get('/v1/audit-log/verify')).body).toMatchObject({ ok: true })
  expect(server.logged.filter((line) => line.includes(broken.id))).toHaveLength(1)
  await server.execute(`delete from due where subject = '${broken.id}'`)
})

test('what is due of a schedule that is gone is due no more', async () => {
  await server.deps.store.due.set({ kind: 'schedule', subject: 'sched_gone' }, 0)
  const left = () => server.execute("select subject from due where subject = 'sched_gone'")
  await vi.waitFor(async () => expect(await left()).toEqual([]), { interval: 10 })
})
