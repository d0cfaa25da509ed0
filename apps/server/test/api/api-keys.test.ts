import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()

test('a key is shown once, and only its hash is stored', async () => {
  const org = await server.newOrganization()
  const path = `${org.base}/environments/${org.environmentId('staging')}/api-keys`
  const { status, body } = await org.post(path, { type: 'server', description: 'CI' })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.stringMatching(/^key_/),
    key: expect.stringMatching(/^sk_[0-9A-Za-z]{43}$/),
    keyPrefix: body.key.slice(0, 10),
    type: 'server',
  })
  const listed = await org.walk(path)
  expect(listed).toEqual([
    {
      id: body.id,
      keyPrefix: body.keyPrefix,
      type: 'server',
      description: 'CI',
      scopes: ['evaluate', 'manage', 'telemetry'],
      createdAt: expect.any(String),
      createdBy: expect.stringMatching(/^key_/),
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    },
  ])
  const hash = createHash('sha256').update(body.key).digest('hex')
  expect(await server.deps.store.apiKeys.exists(hash)).toBe(true)
})

test('client keys begin with pk_, may evaluate and send telemetry, and never manage', async () => {
  const org = await server.newOrganization()
  const path = `${org.base}/environments/${org.environmentId('staging')}/api-keys`
  const created = await org.post(path, { type: 'client', description: 'Browser' })
  expect(created.body.key).toMatch(/^pk_[0-9A-Za-z]{43}$/)
  expect((await org.walk(path))[0].scopes).toEqual(['evaluate', 'telemetry'])
  for (const scope of ['read', 'edit', 'admin', 'manage']) {
    const refused = await org.post(path, { type: 'client', description: 'Browser', scopes: ['evaluate', scope] })
    expect(refused.body.error.details).toEqual([{ path: 'scopes', message: expect.stringContaining('client key') }])
  }
})

test('scopes narrow what a key may do, and unknown ones are refused', async () => {
  const org = await server.newOrganization()
  const path = `${org.base}/environments/${org.environmentId('staging')}/api-keys`
  await org.post(path, { type: 'server', description: 'Evaluates', scopes: ['evaluate', 'evaluate'] })
  expect((await org.walk(path))[0].scopes).toEqual(['evaluate'])
  for (const scopes of [[], ['everything'], 'manage']) {
    expect((await org.post(path, { type: 'server', description: 'x', scopes })).status).toBe(422)
  }
})

test('type and description are required', async () => {
  const org = await server.newOrganization()
  const path = `${org.base}/environments/${org.environmentId('staging')}/api-keys`
  const { body } = await org.post(path, {})
  expect(body.error.details).toEqual([
    { path: 'type', message: 'is required' },
    { path: 'description', message: 'is required' },
  ])
  expect((await org.post(path, { type: 'admin', description: 'x' })).status).toBe(422)
  expect((await org.post(path, { type: 'server', description: '' })).status).toBe(422)
})

test('a revoked key is refused at once, and revoking again gives the same answer', async () => {
  const org = await server.newOrganization()
  const { id, key } = await org.createKey()
  const path = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  expect((await org.get('/v1/projects', key)).status).toBe(200)
  const first = await org.delete(`${path}/${id}`)
  expect(first).toMatchObject({ status: 200, body: { id, revokedAt: expect.any(String) } })
  expect((await org.get('/v1/projects', key)).body.error.code).toBe('INVALID_API_KEY')
  expect((await org.delete(`${path}/${id}`)).body).toEqual(first.body)
  expect((await org.walk(path)).find((one) => one.id === id).revokedAt).toBe(first.body.revokedAt)
})

test('a key may revoke itself', async () => {
  const org = await server.newOrganization()
  const { id, key } = await org.createKey()
  const path = `${org.base}/environments/${org.environmentId('development')}/api-keys/${id}`
  expect((await org.delete(path, key)).status).toBe(200)
  expect((await org.delete(path, key)).status).toBe(401)
})

test('creating and revoking leave audit entries without the secret', async () => {
  const org = await server.newOrganization()
  const { id, key, keyPrefix } = await org.createKey({ description: 'CI' })
  await org.delete(`${org.base}/environments/${org.environmentId('development')}/api-keys/${id}`)
  const entries = await org.walk(`${org.base}/audit-log?resourceType=api_key&resourceId=${id}`)
  expect(entries.map(({ action, meta }) => ({ action, meta }))).toEqual([
    { action: 'api_key.revoked', meta: { keyPrefix } },
    { action: 'api_key.created', meta: { type: 'server', description: 'CI', keyPrefix } },
  ])
  expect(JSON.stringify(entries)).not.toContain(key)
})
