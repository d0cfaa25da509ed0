import { limits } from '@bunting/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readProjectStream } from '../../src/testing/clients/project-stream.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const follow = async (org: TestOrganization, headers: Record<string, string> = {}, projectId = org.project.id) =>
  readProjectStream(
    await server.fetch(`/v1/projects/${projectId}/stream`, {
      headers: { authorization: `Bearer ${org.key}`, ...headers },
    }),
  )

test('whoever follows a project is told of each entry of its audit log, with what to read anew', async () => {
  const org = await server.newOrganization()
  const { response, next } = await follow(org)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const flag = await org.createFlag()
  const environmentId = org.environmentId('development')
  const { body: version } = await org.put(org.at(flag.key), config())
  await org.patch(`${org.base}/flags/${flag.key}`, { name: 'Renamed' })
  const segment = await org.saveSegment()
  const [created, saved, renamed, segmentCreated, segmentSaved] = [
    await next(),
    await next(),
    await next(),
    await next(),
    await next(),
  ]
  expect(created).toEqual({
    event: 'changed',
    id: created?.id,
    data: { action: 'flag.created', resourceType: 'flag', resourceId: flag.id, flagKey: flag.key },
  })
  expect(saved?.data).toEqual({
    action: 'flag.version.created',
    resourceType: 'flag_version',
    resourceId: version.id,
    environmentId,
    flagKey: flag.key,
  })
  expect(Number(saved?.id)).toBe(Number(created?.id) + 1)
  expect(renamed?.data).toMatchObject({ action: 'flag.updated', flagKey: flag.key })
  expect(segmentCreated?.data).toMatchObject({ action: 'segment.created', segmentKey: segment.key })
  expect(segmentSaved?.data).toMatchObject({
    action: 'segment.version.created',
    segmentKey: segment.key,
    environmentId,
  })
})

test('a stream is answered when it knows its place: whatever changes after the answer is told', async () => {
  const org = await server.newOrganization()
  const { auditNews } = server.deps.store
  const { heads } = auditNews
  const held = Promise.withResolvers<void>()
  const reading = vi.spyOn(auditNews, 'heads').mockImplementation(async (ids) => {
    await held.promise
    return heads(ids)
  })
  onTestFinished(() => reading.mockRestore())
  let isAnswered = false
  const answered = follow(org).finally(() => {
    isAnswered = true
  })
  await vi.waitFor(() => expect(reading).toHaveBeenCalled())
  await org.createFlag()
  expect(isAnswered).toBe(false)
  held.resolve()
  const { next } = await answered
  const flag = await org.createFlag()
  expect((await next())?.data).toMatchObject({ action: 'flag.created', flagKey: flag.key })
})

test('an entry that does not name its flag is told with it', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const { body: proposal } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  const { key } = await org.createKey()
  const { next } = await follow(org)
  await org.post(`/v1/proposals/${proposal.id}/reject`, { note: 'No.' }, key)
  expect((await next())?.data).toEqual({
    action: 'flag.proposal.rejected',
    resourceType: 'proposal',
    resourceId: proposal.id,
    environmentId: org.environmentId('production'),
    flagKey: flag.key,
  })
})

test('what concerns the whole organization is told in each project, what is of another project or organization is not', async () => {
  const [org, other] = [await server.newOrganization(), await server.newOrganization()]
  const { body: second } = await org.post('/v1/projects', { name: 'Second', slug: 'second' })
  const admin = await server.newMember(org, 'admin')
  const member = await server.newMember(org, 'viewer')
  const [first, inSecond] = [await follow(org), await follow(org, {}, second.id)]
  await other.createFlag()
  const flag = await org.createFlag()
  await admin.patch(`/v1/members/${member.id}`, { role: 'editor' })
  expect((await first.next())?.data).toMatchObject({ resourceId: flag.id })
  for (const { next } of [first, inSecond]) {
    expect((await next())?.data).toEqual({ action: 'member.updated', resourceType: 'member', resourceId: member.id })
  }
})

test('who comes back is told what happened meanwhile, then what happens', async () => {
  const org = await server.newOrganization()
  const before = await follow(org)
  const flags = [await org.createFlag(), await org.createFlag()]
  const first = await before.next()
  await before.close()
  const last = await org.createFlag()
  const { next } = await follow(org, { 'last-event-id': first?.id ?? '' })
  expect((await next())?.data).toMatchObject({ flagKey: flags[1].key })
  expect((await next())?.data).toMatchObject({ flagKey: last.key })
  const now = await org.createFlag()
  expect((await next())?.data).toMatchObject({ flagKey: now.key })
})

test('who comes back from a place that is too far, or none, is told to read anew', async () => {
  const org = await server.newOrganization()
  await server.execute(`update audit_chains set seq = seq + ${limits.resumedEvents} where org_id = '${org.id}'`)
  for (const place of ['1', '999999999', 'yesterday', '-1']) {
    const { next } = await follow(org, { 'last-event-id': place })
    const reset = await next()
    expect(reset).toMatchObject({ event: 'reset', data: {} })
    const flag = await org.createFlag()
    expect(await next()).toMatchObject({ id: String(Number(reset?.id) + 1), data: { flagKey: flag.key } })
  }
})

test('a change costs one query more where somebody follows, however many do', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  let name = 0
  const rename = () => org.patch(`${org.base}/flags/${flag.key}`, { name: `Name ${++name}` })
  const alone = await server.queriesOf(rename)
  const streams = await Promise.all(Array.from({ length: 30 }, () => follow(org)))
  const followed = await server.queriesOf(async () => {
    await rename()
    await Promise.all(streams.map(({ next }) => next()))
  })
  expect(followed).toBe(alone + 1)
})

test('the head of the answer can be asked for alone', async () => {
  const org = await server.newOrganization()
  const response = await server.fetch(`${org.base}/stream`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${org.key}`, accept: 'application/json' },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(await response.text()).toBe('')
})

test('an actor has so many streams and no more, and others have theirs', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createKey()
  const own = []
  for (let at = 0; at < limits.projectStreams; at++) own.push(await follow(org))
  const refused = await server.send('GET', `${org.base}/stream`, { key: org.key })
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await follow({ ...org, key })).response.status).toBe(200)
  await own[0]?.close()
  expect((await follow(org)).response.status).toBe(200)
})
