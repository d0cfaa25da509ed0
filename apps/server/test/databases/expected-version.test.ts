import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { openProtected } from '../api/support/schedules.ts'

const server = await startTestServer()

const conflict = { status: 409, body: { error: { code: 'VERSION_CONFLICT' } } }

test('who approves says what they looked at: of a flag, a schedule or a segment another version is a 409', async () => {
  const { org, path, create, reviewer } = await openProtected(server)
  const segment = await org.createSegment()
  const at = org.segmentAt(segment.key, 'production')
  const proposals = [
    { made: () => org.post(`${path}/proposals`, config({ version: 1 })), latest: 1 },
    { made: () => org.post(`${at}/proposals`, { version: 0, included: ['ada'], excluded: [], rules: [] }), latest: 0 },
    { made: async () => ({ body: { id: (await create()).body.proposalId } }), latest: 2 },
  ]
  for (const { made, latest } of proposals) {
    const { id } = (await made()).body
    const approve = (body: object) => org.post(`/v1/proposals/${id}/approve`, body, reviewer)
    expect((await approve({ expectedVersion: -1 })).status).toBe(422)
    expect(await approve({ expectedVersion: latest + 1 })).toMatchObject(conflict)
    expect((await org.get(`/v1/proposals/${id}`)).body.status).toBe('pending')
    expect((await approve({ expectedVersion: latest, note: 'Seen' })).status).toBe(200)
  }
})

test('an environment has no version to expect', async () => {
  const { org, reviewer } = await openProtected(server)
  const production = `${org.base}/environments/${org.environmentId('production')}`
  await org.patch(production, { strict: true })
  const { body } = await org.patch(production, { strict: false })
  const answer = await org.post(`/v1/proposals/${body.id}/approve`, { expectedVersion: 1 }, reviewer)
  expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ path: 'expectedVersion' }] } } })
})

test('of approvals and emergency saves at once, none comes on top of a version that nobody looked at', async () => {
  for (let round = 0; round < 3; round++) {
    const { org, path, reviewer } = await openProtected(server)
    await org.patch(`${org.base}/environments/${org.environmentId('production')}`, { emergency: true })
    const { body: proposal } = await org.post(`${path}/proposals`, config({ version: 1 }))
    const urgent = config({ version: 2, enabled: false, emergency: true, comment: 'It burns' })
    const [approved, saved] = await Promise.all([
      org.post(`/v1/proposals/${proposal.id}/approve`, { expectedVersion: 1 }, reviewer),
      org.put(path, urgent),
    ])
    expect([approved?.status, saved?.status].sort()).toEqual([expect.toBeOneOf([200, 201]), 409])
  }
})
