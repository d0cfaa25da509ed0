import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestMember } from '../../src/testing/test-member.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

/** An organization with a protected production, a flag, and Ada, an admin. */
const open = async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.protect('production')
  const ada = await server.newMember(org, 'admin')
  const path = `${org.at(flag.key, 'production')}/proposals`
  return { org, flag, ada, path }
}

const makeKey = async (org: TestOrganization, maker: TestMember | string, description = 'a key') => {
  const path = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  const fields = { type: 'server', description }
  const { body } = typeof maker === 'string' ? await org.post(path, fields, maker) : await maker.post(path, fields)
  return body as { key: string }
}

const selfApproval = (message: string) => ({
  status: 403,
  body: { error: { code: 'SELF_APPROVAL_FORBIDDEN', message: expect.stringContaining(message) } },
})

test('what a person proposed, no key of theirs approves, nor a key that such a key made', async () => {
  const { org, ada, path } = await open()
  const own = await makeKey(org, ada)
  const further = await makeKey(org, own.key)
  const { body: proposal } = await ada.post(path, config({ version: 0 }))
  for (const { key } of [own, further]) {
    const refused = await org.post(`/v1/proposals/${proposal.id}/approve`, {}, key)
    expect(refused).toMatchObject(selfApproval('another person has to approve it'))
  }
  expect((await ada.get(`/v1/proposals/${proposal.id}`)).body.status).toBe('pending')
})

test('what a key proposed, its owner does not approve, and is told with which key they proposed it', async () => {
  const { org, ada, path } = await open()
  const own = await makeKey(org, ada, 'Deploys')
  const sibling = await makeKey(org, ada)
  const further = await makeKey(org, own.key, 'Made by Deploys')
  const { body: proposal } = await org.post(path, config({ version: 0 }), further.key)
  const refused = await ada.post(`/v1/proposals/${proposal.id}/approve`)
  expect(refused).toMatchObject(selfApproval('You proposed this yourself, with your key "Made by Deploys"'))
  for (const { key } of [own, sibling]) {
    expect((await org.post(`/v1/proposals/${proposal.id}/approve`, {}, key)).status).toBe(403)
  }
})

test('somebody else approves it, by a session or by a key', async () => {
  const { org, ada, path } = await open()
  const bob = await server.newMember(org, 'admin')
  const ofBob = await makeKey(org, bob)
  const first = await ada.post(path, config({ version: 0 }))
  expect((await org.post(`/v1/proposals/${first.body.id}/approve`, {}, ofBob.key)).status).toBe(200)
  const second = await org.post(path, config({ version: 1 }), (await makeKey(org, ada)).key)
  expect((await bob.post(`/v1/proposals/${second.body.id}/approve`)).status).toBe(200)
})

test('keys of nobody are each an actor of their own, and so is a person beside them', async () => {
  const { org, ada, path } = await open()
  const other = await org.createKey()
  const first = await org.post(path, config({ version: 0 }))
  expect((await org.post(`/v1/proposals/${first.body.id}/approve`, {}, other.key)).status).toBe(200)
  const second = await ada.post(path, config({ version: 1 }))
  expect((await org.post(`/v1/proposals/${second.body.id}/approve`)).status).toBe(200)
})

test('a person with a second session is still one person', async () => {
  const { ada, path } = await open()
  const { body: proposal } = await ada.post(path, config({ version: 0 }))
  const cookie = await ada.openSession()
  const refused = await ada.send('POST', `/v1/proposals/${proposal.id}/approve`, {}, { cookie })
  expect(refused).toMatchObject(selfApproval('You proposed this yourself'))
})

test('that a proposal is no longer pending is told before whose it was', async () => {
  const { ada, path } = await open()
  const { body: proposal } = await ada.post(path, config({ version: 0 }))
  expect((await ada.post(`/v1/proposals/${proposal.id}/reject`)).status).toBe(200)
  const again = await ada.post(`/v1/proposals/${proposal.id}/approve`)
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'PROPOSAL_NOT_PENDING' } } })
})

test('a proposal says nothing more than before: whose the key is stays inside', async () => {
  const { org, ada, path } = await open()
  const own = await makeKey(org, ada)
  const { body } = await org.post(path, config({ version: 0 }), own.key)
  const fields = ['createdAt', 'createdBy', 'environmentId', 'flagId', 'id', 'proposedConfig', 'status']
  expect(Object.keys(body).sort()).toEqual(fields)
  const whole = (await org.get(`/v1/proposals/${body.id}`)).body
  const reviewed = ['reviewNote', 'reviewedAt', 'reviewedBy']
  expect(Object.keys(whole).sort()).toEqual([...fields, 'orgId', ...reviewed].sort())
})

test('whoever took the proposing key over approves no more than whoever had it', async () => {
  const { org, ada, path } = await open()
  const eve = await server.newMember(org, 'admin')
  const { key } = await makeKey(org, ada, 'Handed on')
  const { body: proposal } = await org.post(path, config({ version: 0 }), key)
  expect((await eve.delete(`/v1/members/${ada.id}?keepKeys=true`)).status).toBe(200)
  const refused = await eve.post(`/v1/proposals/${proposal.id}/approve`)
  expect(refused).toMatchObject(selfApproval('the key "Handed on", which is yours now'))
  const grace = await server.newMember(org, 'editor')
  expect((await grace.post(`/v1/proposals/${proposal.id}/approve`)).status).toBe(200)
})

test('another account with the proposer’s address is no other person, by itself or by a key, then or now', async () => {
  const { org, ada, path } = await open()
  const other = await server.newMember(org, 'admin')
  const ofOther = await makeKey(org, other)
  const { body: proposal } = await ada.post(path, config({ version: 0 }))
  const address = `${ada.id}@example.com`
  const become = (who: TestMember, email: string) =>
    server.execute(`update users set email = '${email}', address = null where id = '${who.id}'`)
  await become(other, address.toUpperCase())
  for (const moved of [address, 'moved@example.com']) {
    await become(ada, moved)
    const approve = `/v1/proposals/${proposal.id}/approve`
    const refused = selfApproval('Another account with your address proposed this')
    expect(await other.post(approve)).toMatchObject(refused)
    expect((await org.post(approve, {}, ofOther.key)).body.error.code).toBe('SELF_APPROVAL_FORBIDDEN')
    expect((await other.get('/v1/proposals/waiting')).body.total).toBe(0)
  }
})
