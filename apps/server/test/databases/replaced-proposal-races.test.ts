import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

/** A flag with a proposal by Ada for production, which is protected. */
const open = async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const ada = await server.newMember(org, 'admin')
  const path = `${org.at(flag.key, 'production')}/proposals`
  const { body: first } = await ada.post(path, config({ version: 0 }))
  const better = (fields: object = {}) => config({ version: 0, defaultValue: true, replaces: first.id, ...fields })
  return { org, flag, ada, path, first, better }
}

test('of an approval and a replacement at once one wins, and the flag has what was approved', async () => {
  const { org, flag, ada, path } = await open()
  const bob = await server.newMember(org, 'admin')
  const versions = `${org.at(flag.key, 'production')}/versions`
  for (let round = 0; round < 5; round++) {
    const [pending] = await org.walk(`${path}?status=pending`)
    const replacing = config({ version: round, replaces: pending.id })
    const before = (await org.walk(versions)).length
    const [approved, replaced] = await Promise.all([
      bob.post(`/v1/proposals/${pending.id}/approve`),
      ada.post(path, replacing),
    ])
    const { status } = (await ada.get(`/v1/proposals/${pending.id}`)).body
    const made = (await org.walk(versions)).length - before
    expect([approved.status, replaced.status, status, made]).toEqual(
      approved.status === 200 ? [200, 409, 'approved', 1] : [409, 202, 'rejected', 0],
    )
    expect((approved.status === 200 ? replaced : approved).body.error.code).toBe('PROPOSAL_NOT_PENDING')
    if (replaced.status !== 202) await ada.post(path, config({ version: round }))
  }
})

test('of several replacements at once one wins', async () => {
  const { org, ada, path, better } = await open()
  const answers = await Promise.all(Array.from({ length: 10 }, () => ada.post(path, better())))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)])
  expect(await org.walk(`${path}?status=pending`)).toHaveLength(1)
})
