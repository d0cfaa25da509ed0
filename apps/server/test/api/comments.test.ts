import { expect, test } from 'vitest'
import type { Json } from '../../src/testing/clients/answer.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const comment = 'Black Friday: see the plan.\nAgreed with Zoë 👩‍💻'

/** A flag and a segment, neither with a version; production is protected; a second key approves. */
const open = async () => {
  const org = await server.newOrganization()
  await org.protect('production')
  const flag = await org.createFlag()
  const segment = await org.createSegment()
  const { key } = await org.createKey()
  return { org, flag, segment, approve: (id: string) => org.post(`/v1/proposals/${id}/approve`, {}, key) }
}

const historyOf = async (org: TestOrganization, path: string) => (await org.walk(`${path}/versions`)) as Json[]
const metasOf = async (org: TestOrganization, resourceId: string) =>
  (await org.walk(`${org.base}/audit-log?resourceId=${resourceId}`)).map(({ action, meta }) => [action, meta.comment])

test('the comment of a saved config is in its history and its audit entry', async () => {
  const { org, flag } = await open()
  const saved = await org.put(org.at(flag.key), config({ comment }))
  expect(saved.status).toBe(201)
  expect(saved.body.config).toEqual({ version: 1, enabled: true, defaultValue: false, rules: [] })
  expect(await historyOf(org, org.at(flag.key))).toMatchObject([{ version: 1, comment }])
  expect((await org.get(`${org.at(flag.key)}/versions/1`)).body.comment).toBe(comment)
  expect(await metasOf(org, saved.body.id)).toEqual([['flag.version.created', comment]])
})

test('the comment of a saved segment is in its history and its audit entry', async () => {
  const { org, segment } = await open()
  const saved = await org.put(org.segmentAt(segment.key), { version: 1, comment })
  expect(saved.status).toBe(201)
  expect(saved.body.config).toEqual({ version: 1, included: [], excluded: [], rules: [] })
  expect(await historyOf(org, org.segmentAt(segment.key))).toMatchObject([{ version: 1, comment }])
  expect((await org.get(`${org.segmentAt(segment.key)}/versions/1`)).body.comment).toBe(comment)
  expect(await metasOf(org, saved.body.id)).toEqual([['segment.version.created', comment]])
})

for (const kind of ['flag', 'segment'] as const) {
  test(`the comment of a proposed ${kind} is wherever it is read, and on the version that its approval makes`, async () => {
    const { org, flag, segment, approve } = await open()
    const path = kind === 'flag' ? org.at(flag.key, 'production') : org.segmentAt(segment.key, 'production')
    const body = kind === 'flag' ? config({ version: 0, comment }) : { version: 0, comment }
    const { status, body: proposal } = await org.post(`${path}/proposals`, body)
    expect({ status, comment: proposal.comment }).toEqual({ status: 202, comment })
    expect(proposal.proposedConfig).not.toHaveProperty('comment')
    expect((await org.get(`/v1/proposals/${proposal.id}`)).body.comment).toBe(comment)
    expect(await org.walk(`${path}/proposals`)).toMatchObject([{ id: proposal.id, comment }])
    expect(await org.walk(`${org.base}/proposals`)).toMatchObject([{ id: proposal.id, comment }])
    expect((await approve(proposal.id)).status).toBe(200)
    expect(await historyOf(org, path)).toMatchObject([{ version: 1, proposalId: proposal.id, comment }])
    expect(await metasOf(org, proposal.id)).toEqual([
      [`${kind}.proposal.approved`, comment],
      [`${kind}.proposal.created`, comment],
    ])
  })
}

test('the comment of a promotion is on all that it makes, versions and proposals', async () => {
  const { org, flag } = await open()
  const segment = await org.saveSegment()
  const rules = [{ conditions: [{ operator: 'in_segment', value: segment.key }], value: true }]
  await org.put(org.at(flag.key), config({ rules }))
  const from = org.environmentId('development')
  const promote = (slug: string) => {
    const body = { from, to: org.environmentId(slug), flags: [flag.key], dryRun: false, comment }
    return org.post(`${org.base}/promotions`, body)
  }
  expect((await promote('staging')).body.items).toMatchObject([{ outcome: 'changed' }, { outcome: 'changed' }])
  expect(await historyOf(org, org.at(flag.key, 'staging'))).toMatchObject([{ comment }])
  expect(await historyOf(org, org.segmentAt(segment.key, 'staging'))).toMatchObject([{ comment }])
  expect((await promote('production')).body.items).toMatchObject([{ outcome: 'proposed' }, { outcome: 'failed' }])
  expect(await org.walk(`${org.base}/proposals`)).toMatchObject([{ kind: 'segment', comment }])
})

test('where none was given nothing has one', async () => {
  const { org, flag, segment, approve } = await open()
  const { body: saved } = await org.put(org.at(flag.key), config())
  const { body: savedSegment } = await org.put(org.segmentAt(segment.key), { version: 1 })
  const { body: proposal } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  await approve(proposal.id)
  const all = [
    saved,
    savedSegment,
    proposal,
    (await org.get(`/v1/proposals/${proposal.id}`)).body,
    ...(await historyOf(org, org.at(flag.key))),
    ...(await historyOf(org, org.at(flag.key, 'production'))),
    ...(await historyOf(org, org.segmentAt(segment.key))),
    ...(await org.walk(`${org.base}/audit-log`)).map(({ meta }) => meta),
  ]
  for (const one of all) {
    expect(one).not.toHaveProperty('comment')
    expect(one).not.toHaveProperty('emergency')
    expect(one).not.toHaveProperty('scheduleId')
  }
})

test('a comment has 1 to 500 characters, and nothing that is hidden', async () => {
  const { org, flag, segment } = await open()
  const production = org.at(flag.key, 'production')
  const to = { from: org.environmentId('development'), to: org.environmentId('staging'), flags: 'all' }
  const takes: ((comment: unknown) => ReturnType<typeof org.put>)[] = [
    (comment) => org.put(org.at(flag.key), config({ comment })),
    (comment) => org.put(org.segmentAt(segment.key), { version: 1, comment }),
    (comment) => org.post(`${production}/proposals`, config({ version: 0, comment })),
    (comment) => org.post(`${org.segmentAt(segment.key, 'production')}/proposals`, { version: 0, comment }),
    (comment) => org.post(`${org.base}/promotions`, { ...to, comment }),
  ]
  const refused = ['', '  \n\t ', 'x'.repeat(501), 'a\0b', 'red\u001b[31m', 'pay\u202elap', 'pay\u200bpal', null, 7, {}]
  for (const take of takes) {
    for (const comment of refused) {
      const { status, body } = await take(comment)
      expect(status, JSON.stringify(comment)).toBe(422)
      expect(body.error.details, JSON.stringify(comment)).toMatchObject([{ path: 'comment' }])
    }
    expect((await take('x'.repeat(500))).status).toBeLessThan(300)
  }
})

test('trying a config out takes no comment: nothing is kept of it', async () => {
  const { org, flag } = await open()
  const tried = await org.post(`${org.at(flag.key)}/explain`, { context: {}, config: config({ comment }) })
  expect(tried).toMatchObject({ status: 422, body: { error: { details: [{ path: 'config.comment' }] } } })
})

test('a config is the same whatever was said of it: a promotion of it changes nothing', async () => {
  const { org, flag } = await open()
  await org.put(org.at(flag.key), config({ comment }))
  await org.put(org.at(flag.key, 'staging'), config())
  const body = { from: org.environmentId('development'), to: org.environmentId('staging'), flags: [flag.key] }
  expect((await org.post(`${org.base}/promotions`, body)).body.items).toMatchObject([{ outcome: 'same' }])
})

test('a flag is created, changed and archived with a comment, which alone changes nothing', async () => {
  const { org } = await open()
  const created = { key: 'commented', name: 'C', type: 'boolean', comment: 'For the trial' }
  expect(await org.post(`${org.base}/flags`, created)).toMatchObject({ status: 201 })
  const path = `${org.base}/flags/commented`
  expect((await org.patch(path, { comment: 'Just so' })).status).toBe(422)
  expect((await org.patch(path, { archived: true, comment: 'Over' })).status).toBe(200)
  const { body } = await org.get(`${org.base}/audit-log?resourceType=flag&limit=2`)
  expect(body.items).toMatchObject([
    { action: 'flag.updated', meta: { comment: 'Over' } },
    { action: 'flag.created', meta: { comment: 'For the trial' } },
  ])
})
