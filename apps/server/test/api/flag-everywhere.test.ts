import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ stopClock: true })
const slugs = ['development', 'staging', 'production']

/** Copies a version with its time, as if another instance had saved in the same microsecond, which a test cannot provoke. */
const copyMoment = (flagId: string, environmentId: string) =>
  server.execute(`
    insert into flag_versions (id, flag_id, environment_id, version, config, created_by, emergency, cost, created_us)
    select 'fv_' || substr('${environmentId}', 5), flag_id, '${environmentId}', version, config, created_by, emergency, cost, created_us
    from flag_versions where flag_id = '${flagId}' and version = 1 limit 1`)

/** A flag with a version in each environment, all made at the same moment, and another in development later. */
const open = async () => {
  const org = await server.newOrganization()
  const { id, key } = await org.createFlag()
  await org.put(org.at(key), config())
  for (const slug of ['staging', 'production']) await copyMoment(id, org.environmentId(slug))
  server.moveClock(60_000)
  await org.put(org.at(key), config({ version: 2, enabled: false, comment: 'Support asked for it' }))
  const ofFlag = (what: string) => `${org.base}/flags/${key}/${what}`
  return { org, key, ofFlag }
}

test('the versions of a flag in every environment are one list, newest first, and say where they are', async () => {
  const { org, ofFlag } = await open()
  const items = await org.walk(ofFlag('versions'))
  expect(items[0]).toEqual({
    id: expect.stringMatching(/^fv_/),
    environmentId: org.environmentId('development'),
    version: 2,
    config: config({ version: 2, enabled: false }),
    createdAt: expect.any(String),
    createdBy: expect.any(String),
    proposalId: null,
    comment: 'Support asked for it',
  })
  expect(new Set(items.slice(1).map(({ environmentId }) => environmentId))).toEqual(
    new Set(slugs.map(org.environmentId)),
  )
})

test.each([1, 2, 3, 4])(
  'a walk by %i at a time skips and repeats nothing, though moments are shared',
  async (limit) => {
    const { org, ofFlag } = await open()
    const ids = (await org.walk(ofFlag('versions'), limit)).map(({ id }) => id)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(4)
  },
)

test('what one moment made in several environments stays on one page', async () => {
  const { org, ofFlag } = await open()
  const pageOf = async (limit: number) => (await org.get(`${ofFlag('versions')}?limit=${limit}`)).body
  expect(await pageOf(3)).toMatchObject({ items: [{ version: 2 }], hasMore: true })
  expect(await pageOf(4)).toMatchObject({ hasMore: false, nextCursor: null })
})

test('so are its schedules and its proposals, each by status', async () => {
  const { org, key, ofFlag } = await open()
  const steps = [{ after: 3_600, change: { enabled: false } }]
  for (const slug of ['development', 'staging']) await org.post(`${org.at(key, slug)}/schedules`, { steps })
  await org.protect('production')
  const { body: proposal } = await org.post(`${org.at(key, 'production')}/proposals`, config({ enabled: false }))
  const schedules = await org.walk(ofFlag('schedules?status=running'))
  expect(schedules.map(({ environmentId }) => environmentId)).toEqual(['staging', 'development'].map(org.environmentId))
  expect(await org.walk(ofFlag('schedules?status=paused'))).toEqual([])
  expect(await org.walk(ofFlag('proposals?status=pending'))).toMatchObject([
    { id: proposal.id, environmentId: org.environmentId('production') },
  ])
  expect(await org.walk(ofFlag('proposals?status=approved'))).toEqual([])
})

test('nothing of another flag is among them, and an unknown one is a 404', async () => {
  const { org, ofFlag } = await open()
  const other = await org.createFlag()
  await org.put(org.at(other.key), config())
  expect(await org.walk(ofFlag('versions'))).toHaveLength(4)
  for (const what of ['versions', 'schedules', 'proposals']) {
    expect((await org.get(`${org.base}/flags/nothing/${what}`)).status).toBe(404)
  }
})
