import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const comment = 'Payments are down'
const urgent = (fields: object = {}) => config({ version: 2, enabled: false, emergency: true, comment, ...fields })
const refusal = (status: number, code: string) => ({ status, body: { error: { code } } })

/** A flag with a version in production, which is protected but allows emergency saves by admins. */
const open = async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  const path = org.at(flag.key, 'production')
  await org.put(path, config())
  const production = `${org.base}/environments/${org.environmentId('production')}`
  await org.patch(production, { protected: true, emergency: true })
  const ada = await server.newMember(org, 'admin')
  return { org, flag, path, production, ada }
}

test('emergency is there only where it is true, and is audited', async () => {
  const org = await server.newOrganization()
  const path = `${org.base}/environments/${org.environmentId('production')}`
  expect((await org.get(path)).body).not.toHaveProperty('emergency')
  await org.protect('production')
  const turned = await org.patch(path, { emergency: true })
  expect(turned).toMatchObject({ status: 200, body: { protected: true, emergency: true } })
  expect((await org.get(path)).body).toEqual(turned.body)
  const listed = await org.walk(`${org.base}/environments`)
  expect(listed.filter((environment) => 'emergency' in environment)).toEqual([turned.body])
  const entries = () => org.walk(`${org.base}/audit-log?resourceId=${turned.body.id}`)
  expect((await entries())[0]).toMatchObject({ action: 'environment.updated', meta: { emergency: true } })
  const before = (await entries()).length
  expect((await org.patch(path, { emergency: true })).status).toBe(200)
  expect(await entries()).toHaveLength(before)
  expect((await org.patch(path, { emergency: false })).body).not.toHaveProperty('emergency')
  const made = await org.post(`${org.base}/environments`, {
    name: 'Live',
    slug: 'live',
    protected: true,
    emergency: true,
  })
  expect(made).toMatchObject({ status: 201, body: { protected: true, emergency: true } })
})

test('a proposal made before an emergency save says so until it is decided, everywhere that it is shown', async () => {
  const { org, path, ada } = await open()
  const { body: proposal } = await org.post(`${path}/proposals`, config({ version: 1 }))
  const bob = await server.newMember(org, 'editor')
  const shown = async () => [
    (await org.get(`/v1/proposals/${proposal.id}`)).body,
    ...(await org.walk(`${path}/proposals`)),
    ...(await org.walk(`${org.base}/proposals`)),
    ...(await bob.get('/v1/proposals/waiting')).body.items,
  ]
  for (const one of await shown()) expect(one).not.toHaveProperty('emergencyVersion')
  await ada.put(path, urgent())
  const now = await shown()
  expect(now).toHaveLength(4)
  for (const one of now) expect(one).toMatchObject({ id: proposal.id, emergencyVersion: 2 })
  const stale = await bob.post(`/v1/proposals/${proposal.id}/approve`, { expectedVersion: 1 })
  expect(stale).toMatchObject(refusal(409, 'VERSION_CONFLICT'))
  expect((await bob.post(`/v1/proposals/${proposal.id}/approve`, { expectedVersion: 2 })).status).toBe(200)
  for (const one of await shown()) expect(one).not.toHaveProperty('emergencyVersion')
  const after = await org.post(`${path}/proposals`, config({ version: 3 }))
  expect((await org.get(`/v1/proposals/${after.body.id}`)).body).not.toHaveProperty('emergencyVersion')
})

test('an admin saves past the proposals: the history and the audit log say so, and a pending one stays', async () => {
  const { org, flag, path, ada } = await open()
  const { body: pending } = await org.post(`${path}/proposals`, config({ version: 1 }))
  const saved = await ada.put(path, urgent())
  expect(saved.status).toBe(201)
  expect(Object.keys(saved.body)).toEqual(['id', 'flagId', 'environmentId', 'version', 'config', 'createdAt'])
  expect(saved.body.config).toEqual({ version: 2, enabled: false, defaultValue: false, rules: [] })
  const [version, before] = await org.walk(`${path}/versions`)
  expect(version).toMatchObject({ version: 2, emergency: true, comment, createdBy: ada.id, proposalId: null })
  expect(before).not.toHaveProperty('emergency')
  const environmentId = org.environmentId('production')
  const [entry] = await org.walk(`${org.base}/audit-log?resourceId=${saved.body.id}`)
  expect(entry).toMatchObject({ action: 'flag.version.created', actorId: ada.id })
  expect(entry.meta).toEqual({
    flagKey: flag.key,
    envId: environmentId,
    environmentId,
    version: 2,
    emergency: true,
    comment,
  })
  expect((await org.get(`/v1/proposals/${pending.id}`)).body).toEqual({
    ...pending,
    ...reviewless,
    orgId: org.id,
    emergencyVersion: 2,
  })
  expect((await ada.post(`/v1/proposals/${pending.id}/approve`)).status).toBe(200)
  expect((await org.walk(`${path}/versions`))[0]).toMatchObject({ version: 3, proposalId: pending.id })
})

const reviewless = { reviewedBy: null, reviewedAt: null, reviewNote: null }

test('a schedule that runs there is paused by it, as by any change', async () => {
  const { org, path, ada } = await open()
  const bob = await server.newMember(org, 'admin')
  const steps = [{ after: 3_600, change: { enabled: false } }]
  const { body: schedule } = await ada.post(`${path}/schedules`, { steps })
  expect((await bob.post(`/v1/proposals/${schedule.proposalId}/approve`)).status).toBe(200)
  expect((await ada.get(`/v1/schedules/${schedule.id}`)).body.status).toBe('running')
  expect((await ada.put(path, urgent())).status).toBe(201)
  expect((await ada.get(`/v1/schedules/${schedule.id}`)).body.status).toBe('paused')
})

test('Delivery answers by it', async () => {
  const { org, flag, path, ada } = await open()
  const { key } = await org.createKey({}, 'production')
  await ada.put(path, urgent({ enabled: true, defaultValue: true }))
  const ask = async () => {
    const response = await fetch(`${server.deliveryUrl}/v1/evaluate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ flagKey: flag.key, context: {} }),
    })
    return ((await response.json()) as { value: boolean }).value
  }
  await expect.poll(ask).toBe(true)
})

test('it is for admins: of the project, and for keys with the scope', async () => {
  const { org, path, ada } = await open()
  const editor = await server.newMember(org, 'editor')
  const viewer = await server.newMember(org, 'viewer')
  const adminElsewhere = await server.newMember(org, 'admin')
  const adminHere = await server.newMember(org, 'editor')
  await ada.patch(`/v1/members/${adminElsewhere.id}`, { projects: { [org.project.id]: 'editor' } })
  await ada.patch(`/v1/members/${adminHere.id}`, { projects: { [org.project.id]: 'admin' } })
  const forbidden = refusal(403, 'FORBIDDEN')
  for (const person of [editor, viewer, adminElsewhere])
    expect(await person.put(path, urgent())).toMatchObject(forbidden)
  for (const scopes of [['read'], ['edit'], ['read', 'edit', 'evaluate']]) {
    const { key } = await org.createKey({ scopes })
    expect(await org.put(path, urgent(), key), scopes.join()).toMatchObject(forbidden)
  }
  expect(await org.walk(`${path}/versions`)).toHaveLength(1)
  expect((await adminHere.put(path, urgent())).status).toBe(201)
  const { key } = await org.createKey({ scopes: ['read', 'edit', 'admin'] })
  expect((await org.put(path, urgent({ version: 3 }), key)).status).toBe(201)
  expect((await org.put(path, urgent({ version: 4 }))).status).toBe(201)
})

test('it needs a comment', async () => {
  const { path, ada } = await open()
  const refused = await ada.put(path, urgent({ comment: undefined }))
  expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ path: 'comment' }] } } })
  expect((await ada.put(path, urgent({ comment: ' \n ' }))).status).toBe(422)
  for (const emergency of ['true', 1, null]) expect((await ada.put(path, urgent({ emergency }))).status).toBe(422)
})

test('where the environment does not allow it, it is refused as any change, and the message says why', async () => {
  const { org, path, production, ada } = await open()
  await ada.patch(production, { emergency: false })
  const refused = await ada.put(path, urgent())
  expect(refused).toMatchObject(refusal(403, 'PROTECTED_ENVIRONMENT'))
  expect(refused.body.error.message).toContain('emergency is off')
  expect(await org.walk(`${path}/versions`)).toHaveLength(1)
})

test('emergency: false is as if it were absent', async () => {
  const { org, path, ada } = await open()
  const plain = urgent({ emergency: false })
  expect(await ada.put(path, plain)).toMatchObject(refusal(403, 'PROTECTED_ENVIRONMENT'))
  await org.protect('production', false)
  expect((await ada.put(path, plain)).status).toBe(201)
  expect((await org.walk(`${path}/versions`))[0]).not.toHaveProperty('emergency')
})

test('in an unprotected environment it is a 422, to whomever', async () => {
  const { org, flag, path, production, ada } = await open()
  const editor = await server.newMember(org, 'editor')
  const unfit = { status: 422, body: { error: { details: [{ path: 'emergency' }] } } }
  expect(await ada.put(org.at(flag.key), urgent({ version: 1 }))).toMatchObject(unfit)
  expect(await editor.put(org.at(flag.key), urgent({ version: 1 }))).toMatchObject(unfit)
  await ada.patch(production, { protected: false })
  expect(await ada.put(path, urgent())).toMatchObject(unfit)
  // The setting applies again as soon as the environment is protected.
  expect((await ada.patch(production, { protected: true })).body).toMatchObject({ emergency: true })
  expect((await ada.put(path, urgent())).status).toBe(201)
})

test('segments and proposals know no emergency', async () => {
  const { org, path, ada } = await open()
  const segment = await org.createSegment()
  const body = { version: 1, emergency: true, comment }
  expect((await ada.put(org.segmentAt(segment.key, 'production'), body)).status).toBe(422)
  expect((await ada.post(`${path}/proposals`, urgent({ version: 1 }))).status).toBe(422)
})

test('everything else is checked as ever: the config, the plan, the flag, the version', async () => {
  const { org, flag, path, ada } = await open()
  expect((await ada.put(path, urgent({ defaultValue: 'text' }))).status).toBe(422)
  expect(await ada.put(path, urgent({ version: 9 }))).toMatchObject(refusal(409, 'VERSION_CONFLICT'))
  await ada.patch(`${org.base}/flags/${flag.key}`, { archived: true })
  expect(await ada.put(path, urgent())).toMatchObject(refusal(409, 'CONFLICT'))
})

test('nobody saves past the proposals of a strict environment', async () => {
  const { path, production, ada } = await open()
  await ada.patch(production, { strict: true })
  const refused = await ada.put(path, urgent())
  expect(refused).toMatchObject(refusal(403, 'PROTECTED_ENVIRONMENT'))
  expect(refused.body.error.message).toContain('strict')
})

test('where it is strict, turning it on takes two people, and turning it off one', async () => {
  const { org, production, ada } = await open()
  const bob = await server.newMember(org, 'admin')
  await ada.patch(production, { strict: true })
  const off = await ada.patch(production, { emergency: false })
  expect(off.status).toBe(200)
  expect(off.body).not.toHaveProperty('emergency')
  const { status, body: proposal } = await ada.patch(production, { emergency: true })
  expect(status).toBe(202)
  expect(proposal).toMatchObject({ kind: 'environment', change: { emergency: true }, flagId: null })
  expect((await org.get(production)).body).not.toHaveProperty('emergency')
  expect((await ada.post(`/v1/proposals/${proposal.id}/approve`)).status).toBe(403)
  expect((await bob.post(`/v1/proposals/${proposal.id}/approve`)).status).toBe(200)
  expect((await org.get(production)).body).toMatchObject({ strict: true, emergency: true })
  const conflict = refusal(409, 'CONFLICT')
  expect(await ada.patch(production, { emergency: false, strict: false })).toMatchObject(conflict)
  expect((await ada.patch(production, { emergency: false, name: 'Live' })).status).toBe(200)
  expect(await ada.patch(production, { emergency: true, name: 'Production' })).toMatchObject(conflict)
})
