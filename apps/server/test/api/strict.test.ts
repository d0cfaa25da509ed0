import { expect, test } from 'vitest'
import type { Answer } from '../../src/testing/clients/answer.ts'
import { adminToken, startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { actionsOf, openStrict } from './support/strict.ts'

const server = await startTestServer()

const open = () => openStrict(server)

test('strict is there only where it is true, needs protected, and is audited', async () => {
  const org = await server.newOrganization()
  const path = `${org.base}/environments/${org.environmentId('production')}`
  expect((await org.get(path)).body).not.toHaveProperty('strict')
  const body = await org.patch(path, { protected: false, strict: true })
  expect(body).toMatchObject({ status: 422, body: { error: { details: [{ path: 'strict' }] } } })
  const stored = await org.patch(path, { strict: true })
  expect(stored).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  await org.protect('production')
  const turned = await org.patch(path, { strict: true })
  expect(turned).toMatchObject({ status: 200, body: { protected: true, strict: true } })
  expect((await org.get(path)).body).toEqual(turned.body)
  const listed = await org.walk(`${org.base}/environments`)
  expect(listed.filter((environment) => 'strict' in environment)).toEqual([turned.body])
  const [entry] = await org.walk(`${org.base}/audit-log?resourceId=${turned.body.id}`)
  expect(entry).toMatchObject({ action: 'environment.updated', meta: { strict: true } })
})

test('an environment is created strict, if it is protected', async () => {
  const org = await server.newOrganization()
  const fields = { name: 'Live', slug: 'live', strict: true }
  expect((await org.post(`${org.base}/environments`, fields)).status).toBe(422)
  const created = await org.post(`${org.base}/environments`, { ...fields, protected: true })
  expect(created).toMatchObject({ status: 201, body: { protected: true, strict: true } })
})

test('strict needs the Enterprise plan, to turn it on, to propose and to approve', async () => {
  const pro = await server.newOrganization('pro')
  const fields = { name: 'Live', slug: 'live', protected: true, strict: true }
  const upgrade = { status: 403, body: { error: { code: 'UPGRADE_REQUIRED' } } }
  expect(await pro.post(`${pro.base}/environments`, fields)).toMatchObject(upgrade)
  const path = `${pro.base}/environments/${pro.environmentId('production')}`
  expect(await pro.patch(path, { protected: true, strict: true })).toMatchObject(upgrade)
  const { org, flag, ada, bob, production } = await open()
  const { body: proposal } = await ada.patch(production, { strict: false })
  await server.send('PATCH', `/admin/v1/organizations/${org.id}`, { key: adminToken, body: { plan: 'pro' } })
  expect(await bob.post(`/v1/proposals/${proposal.id}/approve`)).toMatchObject(upgrade)
  expect(await ada.patch(`${org.base}/flags/${flag.key}`, { archived: true })).toMatchObject(upgrade)
  expect((await bob.post(`/v1/proposals/${proposal.id}/reject`)).status).toBe(200)
})

test('a change of the protection is approved by admins, and waits for nobody else', async () => {
  const { org, ada, bob, editor, production } = await open()
  const byKey = await org.createKey({ scopes: ['read', 'edit'] })
  const { body: proposal } = await ada.patch(production, { strict: false })
  const approve = `/v1/proposals/${proposal.id}/approve`
  const forbidden = { status: 403, body: { error: { code: 'FORBIDDEN' } } }
  expect(await editor.post(approve)).toMatchObject(forbidden)
  expect(await org.post(approve, {}, byKey.key)).toMatchObject(forbidden)
  const waiting = async (get: (path: string) => Promise<Answer>) => (await get('/v1/proposals/waiting')).body.total
  expect([await waiting(editor.get), await waiting(bob.get)]).toEqual([0, 1])
  expect(await waiting((path) => org.get(path, byKey.key))).toBe(0)
  await ada.patch(`/v1/members/${editor.id}`, { projects: { [org.project.id]: 'admin' } })
  expect(await waiting(editor.get)).toBe(1)
  await ada.patch(`/v1/members/${bob.id}`, { projects: { [org.project.id]: 'editor' } })
  expect(await waiting(bob.get)).toBe(0)
  expect(await bob.post(approve)).toMatchObject(forbidden)
  expect((await editor.post(approve)).status).toBe(200)
})

const ofFlags = [
  { kind: 'archive', change: { archived: true } },
  { kind: 'clientSafe', change: { clientSafe: true } },
]

for (const { kind, change } of ofFlags) {
  test(`${JSON.stringify(change)} in a strict environment is a proposal that another person carries out`, async () => {
    const { org, flag, ada, bob, path } = await open()
    const before = (await org.get(path)).body
    const { status, body: proposal } = await ada.patch(path, change)
    expect(status).toBe(202)
    expect(proposal).toEqual({
      id: expect.stringMatching(/^prop_/),
      orgId: org.id,
      flagId: flag.id,
      environmentId: org.environmentId('production'),
      status: 'pending',
      kind,
      change,
      proposedConfig: null,
      createdBy: ada.id,
      reviewedBy: null,
      reviewedAt: null,
      reviewNote: null,
      createdAt: expect.any(String),
    })
    expect((await org.get(path)).body).toEqual(before)
    expect((await org.get(`/v1/proposals/${proposal.id}`)).body).toEqual(proposal)
    expect((await ada.post(`/v1/proposals/${proposal.id}/approve`)).body.error.code).toBe('SELF_APPROVAL_FORBIDDEN')
    const approved = await bob.post(`/v1/proposals/${proposal.id}/approve`, { note: 'yes' })
    expect(approved).toMatchObject({ status: 200, body: { status: 'approved', reviewedBy: bob.id } })
    const { archivedAt, clientSafe } = (await org.get(path)).body
    expect({ archived: archivedAt !== null, clientSafe }).toEqual({ archived: false, clientSafe: false, ...change })
    const environmentId = org.environmentId('production')
    const meta = { flagKey: flag.key, envId: environmentId, environmentId, kind, change }
    const [reviewed, made] = await org.walk(`${org.base}/audit-log?resourceId=${proposal.id}`)
    expect(reviewed).toMatchObject({
      action: 'flag.proposal.approved',
      actorId: bob.id,
      meta: { ...meta, note: 'yes' },
    })
    expect(made).toMatchObject({ action: 'flag.proposal.created', actorId: ada.id, meta })
    expect(await actionsOf(org, flag.id)).toEqual(['flag.updated', 'flag.created'])
  })
}

test('a key proposes it as well, and does not change it alone', async () => {
  const { org, bob, path } = await open()
  const { status, body: proposal } = await org.patch(path, { archived: true })
  expect(status).toBe(202)
  expect((await org.post(`/v1/proposals/${proposal.id}/approve`)).status).toBe(403)
  expect((await bob.post(`/v1/proposals/${proposal.id}/approve`)).status).toBe(200)
  const { body: back } = await org.patch(path, { archived: false })
  expect(back).toMatchObject({ kind: 'archive', change: { archived: false } })
})

test('Delivery answers as before until it is approved', async () => {
  const { org, flag, ada, bob, path } = await open()
  const { key } = await org.createKey({}, 'production')
  const ask = async () => {
    const response = await fetch(`${server.deliveryUrl}/v1/evaluate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ flagKey: flag.key, context: {} }),
    })
    return ((await response.json()) as { reason: string }).reason
  }
  const { body: proposal } = await ada.patch(path, { archived: true })
  expect(await ask()).toBe('DEFAULT')
  await bob.post(`/v1/proposals/${proposal.id}/approve`)
  await expect.poll(ask).toBe('FLAG_NOT_FOUND')
})

test('an editor does not propose what is an admin’s, but approves it', async () => {
  const { ada, editor, path } = await open()
  const refused = await editor.patch(path, { archived: true })
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
  const { body: proposal } = await ada.patch(path, { archived: true })
  expect((await editor.post(`/v1/proposals/${proposal.id}/approve`)).status).toBe(200)
})

test('a change and a change of something else are not one: the request is refused whole', async () => {
  const { org, ada, path, production } = await open()
  for (const body of [
    { archived: true, clientSafe: true },
    { archived: true, name: 'New' },
  ]) {
    expect(await ada.patch(path, body)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  }
  const mixed = await ada.patch(production, { protected: false, name: 'New' })
  expect(mixed).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  expect(await org.walk(`${org.base}/proposals`)).toEqual([])
  expect((await org.get(path)).body.name).not.toBe('New')
  // Fields that already have the given value are no change.
  const { name, description } = (await org.get(path)).body
  expect((await ada.patch(path, { name, description, archived: false, clientSafe: true })).status).toBe(202)
})

test('names and colours change at once in a strict environment too', async () => {
  const { ada, path, production } = await open()
  expect((await ada.patch(path, { name: 'New', description: 'd' })).status).toBe(200)
  expect((await ada.patch(production, { name: 'Live', color: '#000000' })).status).toBe(200)
})

test('one such proposal is pending at a time, a config beside it', async () => {
  const { org, flag, ada, bob, path, production } = await open()
  const pending = { status: 409, body: { error: { code: 'PROPOSAL_ALREADY_PENDING' } } }
  const { body: archive } = await ada.patch(path, { archived: true })
  expect(await bob.patch(path, { archived: true })).toMatchObject(pending)
  expect((await ada.patch(path, { clientSafe: true })).status).toBe(202)
  expect((await ada.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 1 }))).status).toBe(202)
  expect((await ada.patch(production, { strict: false })).status).toBe(202)
  expect(await bob.patch(production, { protected: false })).toMatchObject(pending)
  await bob.post(`/v1/proposals/${archive.id}/reject`)
  expect((await ada.patch(path, { archived: true })).status).toBe(202)
})

test('the lists of the flag and of the project have them', async () => {
  const { org, flag, ada, path, production } = await open()
  const { body: archive } = await ada.patch(path, { archived: true })
  const { body: environment } = await ada.patch(production, { strict: false })
  const ofFlag = await org.walk(`${org.at(flag.key, 'production')}/proposals`)
  expect(ofFlag).toMatchObject([{ id: archive.id, kind: 'archive', change: { archived: true }, proposedConfig: null }])
  expect(await org.walk(`${org.base}/proposals?status=pending`)).toEqual([environment, archive])
})

test('taking strict off, or the protection with it, takes two', async () => {
  const { org, ada, bob, production } = await open()
  const environmentId = org.environmentId('production')
  const { status, body: proposal } = await ada.patch(production, { strict: false })
  expect(status).toBe(202)
  expect(proposal).toMatchObject({ kind: 'environment', change: { strict: false }, flagId: null, proposedConfig: null })
  expect((await org.get(production)).body.strict).toBe(true)
  expect((await ada.post(`/v1/proposals/${proposal.id}/approve`)).status).toBe(403)
  expect((await bob.post(`/v1/proposals/${proposal.id}/approve`)).status).toBe(200)
  expect((await org.get(production)).body).toMatchObject({ protected: true })
  expect((await org.get(production)).body).not.toHaveProperty('strict')
  expect(await org.walk(`${org.base}/audit-log?resourceId=${proposal.id}`)).toMatchObject([
    { action: 'environment.proposal.approved', actorId: bob.id, meta: { environmentId, kind: 'environment' } },
    { action: 'environment.proposal.created', actorId: ada.id, meta: { change: { strict: false } } },
  ])
  const [updated] = await org.walk(`${org.base}/audit-log?resourceId=${environmentId}`)
  expect(updated).toMatchObject({ action: 'environment.updated', actorId: bob.id, meta: { strict: false } })
  expect((await ada.patch(production, { protected: false })).status).toBe(200)
})

test('the protection goes with its strictness, and with everything that was pending', async () => {
  const { org, flag, ada, bob, path, production } = await open()
  const { body: archive } = await ada.patch(path, { archived: true })
  const proposals = `${org.at(flag.key, 'production')}/proposals`
  const { body: ofConfig } = await ada.post(proposals, config({ version: 1 }))
  const { body: proposal } = await ada.patch(production, { protected: false })
  expect(proposal.change).toEqual({ protected: false })
  expect((await bob.post(`/v1/proposals/${proposal.id}/approve`)).status).toBe(200)
  expect((await org.get(production)).body).toMatchObject({ protected: false })
  expect((await org.get(production)).body).not.toHaveProperty('strict')
  const [updated] = await org.walk(`${org.base}/audit-log?resourceId=${proposal.environmentId}`)
  expect(updated.meta).toEqual({ protected: false, strict: false })
  for (const { id } of [archive, ofConfig]) {
    expect((await org.get(`/v1/proposals/${id}`)).body).toMatchObject({ status: 'rejected', reviewedBy: bob.id })
  }
  expect((await org.get(`/v1/proposals/${proposal.id}`)).body.status).toBe('approved')
})

test('what came about without the proposal is refused at its approval, and it stays pending', async () => {
  const { org, ada, bob, path, production } = await open()
  const { body: archive } = await ada.patch(path, { archived: true })
  const { body: open_ } = await ada.patch(production, { strict: false })
  await bob.post(`/v1/proposals/${open_.id}/approve`)
  expect((await ada.patch(path, { archived: true })).status).toBe(200)
  const late = await bob.post(`/v1/proposals/${archive.id}/approve`)
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  expect((await org.get(`/v1/proposals/${archive.id}`)).body.status).toBe('pending')
})

test('a flag without a version in the strict environment is not held up', async () => {
  const { org, ada } = await open()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key, 'staging'), config())
  expect((await ada.patch(`${org.base}/flags/${flag.key}`, { archived: true })).status).toBe(200)
})

test('of several strict environments one has the proposal, which is for all of them', async () => {
  const { org, flag, ada, bob, path } = await open()
  await org.put(org.at(flag.key, 'staging'), config())
  await org.patch(`${org.base}/environments/${org.environmentId('staging')}`, { protected: true, strict: true })
  const { body } = await ada.patch(path, { archived: true })
  expect([org.environmentId('production'), org.environmentId('staging')]).toContain(body.environmentId)
  expect(await org.walk(`${org.base}/proposals?status=pending`)).toHaveLength(1)
  await bob.post(`/v1/proposals/${body.id}/approve`)
  expect((await org.get(path)).body.archivedAt).not.toBeNull()
})
