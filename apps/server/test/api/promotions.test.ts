import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config, ruleIn, type TestOrganization } from '../../src/testing/test-organization.ts'

const edge = { isDown: false }
const server = await startTestServer({
  wrapEdge: (real) => ({
    ...real,
    putBundle: async (...entry) => {
      if (edge.isDown) throw new Error('the edge is down')
      return real.putBundle(...entry)
    },
  }),
})

const promote = (org: TestOrganization, fields: object = {}) =>
  org.post(`${org.base}/promotions`, {
    from: org.environmentId('development'),
    to: org.environmentId('staging'),
    flags: 'all',
    ...fields,
  })

/** A flag in development that needs a segment, which needs another segment. */
const openNeeding = async () => {
  const org = await server.newOrganization()
  const inner = await org.saveSegment({ included: ['ada'] })
  const outer = await org.saveSegment({ rules: [ruleIn(inner.key, { id: 'inner' })] })
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config({ rules: [ruleIn(outer.key, { id: 'beta', value: true })] }))
  return { org, inner, outer, flag }
}

test('a dry run says what would happen, segments first, and changes nothing', async () => {
  const { org, inner, outer, flag } = await openNeeding()
  const before = await org.walk(`${org.base}/audit-log`)
  const { status, body } = await promote(org, { flags: [flag.key] })
  expect(status).toBe(200)
  expect(body).toEqual({
    items: [
      { segmentKey: inner.key, outcome: 'changed', version: 1 },
      { segmentKey: outer.key, outcome: 'changed', version: 1 },
      { flagKey: flag.key, outcome: 'changed', version: 1 },
    ],
  })
  expect(await org.walk(`${org.at(flag.key, 'staging')}/versions`)).toEqual([])
  expect(await org.walk(`${org.base}/audit-log`)).toEqual(before)
})

test('a promotion makes ordinary versions, written down each, and the next one finds everything the same', async () => {
  const { org, inner, outer, flag } = await openNeeding()
  const { body } = await promote(org, { dryRun: false })
  expect(body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['changed', 'changed', 'changed'])
  const { body: made } = await org.get(`${org.at(flag.key, 'staging')}/versions/1`)
  expect(made.config.rules[0]).toMatchObject({ id: 'beta', conditions: [{ value: outer.key }] })
  expect((await org.get(`${org.segmentAt(inner.key, 'staging')}/versions/1`)).body.config.included).toEqual(['ada'])
  const staging = org.environmentId('staging')
  const entries = await org.walk(`${org.base}/audit-log?environmentId=${staging}`)
  expect(entries.map(({ action }) => action)).toEqual([
    'flag.version.created',
    'segment.version.created',
    'segment.version.created',
  ])
  for (const dryRun of [true, false]) {
    const again = await promote(org, { dryRun })
    expect(again.body.items).toEqual([
      { segmentKey: inner.key, outcome: 'same' },
      { segmentKey: outer.key, outcome: 'same' },
      { flagKey: flag.key, outcome: 'same' },
    ])
  }
  await org.put(org.segmentAt(inner.key), { version: 2, included: ['bob'] })
  const { body: changed } = await promote(org, { dryRun: false })
  expect(changed.items[0]).toEqual({ segmentKey: inner.key, outcome: 'changed', version: 2 })
})

test('an unknown key, a flag without a config there or an archived one fails, and stops none of the others', async () => {
  const { org, flag } = await openNeeding()
  const empty = await org.createFlag()
  const gone = await org.createFlag()
  await org.put(org.at(gone.key), config())
  await org.patch(`${org.base}/flags/${gone.key}`, { archived: true })
  const keys = ['nobody', empty.key, gone.key, flag.key]
  for (const dryRun of [true, false]) {
    const { body } = await promote(org, { flags: keys, dryRun })
    expect(body.items.slice(2)).toMatchObject([
      { flagKey: 'nobody', outcome: 'failed', message: expect.stringContaining('no flag nobody') },
      { flagKey: empty.key, outcome: 'failed', message: expect.stringContaining('no config in development') },
      { flagKey: gone.key, outcome: 'failed', message: expect.stringContaining('archived') },
      { flagKey: flag.key, outcome: 'changed' },
    ])
  }
})

test('in a protected target each is proposed, and a flag whose segment is only proposed fails until that is approved', async () => {
  const { org, inner, outer, flag } = await openNeeding()
  const plain = await org.createFlag()
  await org.put(org.at(plain.key), config())
  await org.protect('production')
  const { key: reviewer } = await org.createKey()
  const to = org.environmentId('production')
  const flags = [flag.key, plain.key]
  const waiting = expect.stringContaining(`segment ${inner.key}, which is only proposed`)
  const { body: dry } = await promote(org, { to, flags })
  expect(dry.items).toEqual([
    { segmentKey: inner.key, outcome: 'proposed' },
    { segmentKey: outer.key, outcome: 'failed', message: waiting },
    { flagKey: flag.key, outcome: 'failed', message: expect.stringContaining(outer.key) },
    { flagKey: plain.key, outcome: 'proposed' },
  ])
  expect(await org.walk(`${org.base}/proposals`)).toEqual([])
  const { body: first } = await promote(org, { to, flags, dryRun: false })
  const proposalId = expect.stringMatching(/^prop_/)
  expect(first.items).toMatchObject([
    { segmentKey: inner.key, outcome: 'proposed', proposalId },
    { segmentKey: outer.key, outcome: 'failed', message: waiting },
    { flagKey: flag.key, outcome: 'failed' },
    { flagKey: plain.key, outcome: 'proposed', proposalId },
  ])
  const pending = { outcome: 'failed', message: expect.stringContaining('pending') }
  for (const dryRun of [true, false]) {
    const { body: again } = await promote(org, { to, flags: [plain.key], dryRun })
    expect(again.items).toMatchObject([{ flagKey: plain.key, ...pending }])
  }
  for (let round = 0; round < 3; round++) {
    const proposals = await org.walk(`${org.base}/proposals?status=pending`)
    for (const { id } of proposals) await org.post(`/v1/proposals/${id}/approve`, {}, reviewer)
    await promote(org, { to, flags, dryRun: false })
  }
  const { body: last } = await promote(org, { to, flags })
  expect(last.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['same', 'same', 'same', 'same'])
})

test('flags come after their parents, so that what was the other way round before goes through', async () => {
  const org = await server.newOrganization()
  const [a, b] = [await org.createFlag(), await org.createFlag()]
  const needing = (flagKey: string) => config({ prerequisites: [{ flagKey, values: [true] }] })
  await org.put(org.at(a.key), needing(b.key))
  await org.put(org.at(b.key), config())
  await org.put(org.at(b.key, 'staging'), needing(a.key))
  for (const dryRun of [true, false]) {
    const { body } = await promote(org, { flags: [a.key, b.key], dryRun })
    expect(body.items).toEqual([
      { flagKey: a.key, outcome: 'changed', version: 1 },
      { flagKey: b.key, outcome: 'changed', version: 2 },
    ])
  }
})

test('what the target does not take is told of the one, and parents that are not promoted stay as they are', async () => {
  const org = await server.newOrganization()
  const [a, b] = [await org.createFlag(), await org.createFlag()]
  const needing = (flagKey: string) => config({ prerequisites: [{ flagKey, values: [true] }] })
  await org.put(org.at(a.key), needing(b.key))
  await org.put(org.at(b.key, 'staging'), needing(a.key))
  for (const dryRun of [true, false]) {
    const { body } = await promote(org, { dryRun })
    expect(body.items).toEqual([{ flagKey: a.key, outcome: 'failed', message: expect.stringContaining('circle') }])
  }
})

test('environments that are one, or none of the project, are refused, and so are lists of none or too many', async () => {
  const org = await server.newOrganization()
  const stranger = await server.newOrganization()
  const paths = async (fields: object) => {
    const { status, body } = await promote(org, fields)
    expect(status).toBe(422)
    return body.error.details.map(({ path }: { path: string }) => path)
  }
  expect(await paths({ to: org.environmentId('development') })).toEqual(['to'])
  expect(await paths({ to: stranger.environmentId('staging'), from: 'env_nobody' })).toEqual(['from', 'to'])
  expect(await paths({ flags: [] })).toEqual(['flags'])
  expect(await paths({ flags: Array.from({ length: 101 }, (_, at) => `f${at}`) })).toEqual(['flags'])
})

test('with the edge down everything is kept, and the answer is a 207', async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  edge.isDown = true
  const { status, body } = await promote(org, { dryRun: false })
  edge.isDown = false
  expect(status).toBe(207)
  expect(body).toEqual({
    items: [{ flagKey: flag.key, outcome: 'changed', version: 1 }],
    syncWarning: expect.any(String),
  })
})

test('on a plan without proposals nothing is promoted to a protected environment, and it is told why', async () => {
  const org = await server.newOrganization('pro')
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  await org.protect('staging')
  const { status, body } = await promote(org, { dryRun: false })
  expect(status).toBe(200)
  expect(body.items).toEqual([{ flagKey: flag.key, outcome: 'failed', message: expect.stringContaining('Enterprise') }])
})
