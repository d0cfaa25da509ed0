import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { actionsOf, openStrict } from '../api/support/strict.ts'

const server = await startTestServer()

test('of 20 concurrent such requests one is the proposal, and of 20 approvals one archives', async () => {
  const { org, flag, ada, bob, path } = await openStrict(server)
  const asked = await Promise.all(Array.from({ length: 20 }, () => ada.patch(path, { archived: true })))
  expect(asked.filter(({ status }) => status === 202)).toHaveLength(1)
  expect(asked.filter(({ body }) => body.error?.code === 'PROPOSAL_ALREADY_PENDING')).toHaveLength(19)
  const id = asked.find(({ status }) => status === 202)?.body.id
  const answers = await Promise.all(Array.from({ length: 20 }, () => bob.post(`/v1/proposals/${id}/approve`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await actionsOf(org, flag.id)).toEqual(['flag.updated', 'flag.created'])
})

test('making an environment strict while its flags are archived leaves none archived by one person afterwards', async () => {
  const org = await server.newOrganization()
  const ada = await server.newMember(org, 'admin')
  const production = `${org.base}/environments/${org.environmentId('production')}`
  const paths: string[] = []
  for (let made = 0; made < 8; made++) {
    const flag = await org.createFlag()
    await org.put(org.at(flag.key, 'production'), config())
    paths.push(`${org.base}/flags/${flag.key}`)
  }
  const [turned, ...answers] = await Promise.all([
    ada.patch(production, { protected: true, strict: true }),
    ...paths.map((path) => ada.patch(path, { archived: true })),
  ])
  expect(turned.status).toBe(200)
  expect(answers.every(({ status }) => [200, 202].includes(status))).toBe(true)
  const entries = (await org.walk(`${org.base}/audit-log`)).toReversed()
  const strictAt = entries.findIndex(({ action }) => action === 'environment.updated')
  expect(entries.findLastIndex(({ action }) => action === 'flag.updated')).toBeLessThan(strictAt)
})

test('approvals of every kind in one environment at once do not block each other', async () => {
  const { org, flag, ada, bob, path, production } = await openStrict(server)
  const { body: archive } = await ada.patch(path, { archived: true })
  const { body: clientSafe } = await ada.patch(path, { clientSafe: true })
  const { body: ofConfig } = await ada.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 1 }))
  const { body: ofEnvironment } = await ada.patch(production, { protected: false })
  const answers = await Promise.all(
    [archive, clientSafe, ofConfig, ofEnvironment].map(({ id }) => bob.post(`/v1/proposals/${id}/approve`)),
  )
  expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
  expect(answers[3]?.status).toBe(200)
  expect(await org.walk(`${org.base}/proposals?status=pending`)).toEqual([])
})
