import { type Endpoint, endpoints } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const scopes = ['read', 'edit', 'admin'] as const
const keys = Object.fromEntries(
  await Promise.all(scopes.map(async (scope) => [scope, (await org.createKey({ scopes: [scope] })).key])),
)
const ofKeys: [string, Endpoint][] = Object.entries(endpoints).filter(([, { access }]) =>
  scopes.some((scope) => scope === access),
)
const path = `${org.base}/environments/${org.environmentId('development')}/api-keys`

/** Ids that do not exist: access is checked before they are looked up. */
const nowhere = (path: string) => path.replace(/\{\w+\}/g, 'nobody')

for (const [operation, { access, method, path: at, body: taken }] of ofKeys) {
  test(`${operation} needs the ${access} scope, and no other will do`, async () => {
    for (const scope of scopes) {
      const { status, body } = await org.send(method, nowhere(at), taken && {}, keys[scope])
      if (scope === access) expect(body?.error?.code).not.toBe('FORBIDDEN')
      else {
        expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'FORBIDDEN' })
        expect(body.error.message).toBe(`This key lacks the ${access} scope.`)
      }
    }
  })
}

test('manage is all three, and a list shows what was asked for', async () => {
  const created = await org.createKey({ scopes: ['manage'] })
  const flag = await org.post(`${org.base}/flags`, { key: 'managed', name: 'F', type: 'boolean' }, created.key)
  expect(flag.status).toBe(201)
  expect((await org.get('/v1/projects', created.key)).status).toBe(200)
  expect((await org.post(path, { type: 'client', description: 'x' }, created.key)).status).toBe(201)
  const [, listed] = await org.walk(path)
  expect(listed).toMatchObject({ id: created.id, scopes: ['manage'] })
})

test('a key that may only edit saves and proposes what it cannot read', async () => {
  const flag = await org.createFlag()
  expect((await org.put(org.at(flag.key), config(), keys.edit)).status).toBe(201)
  expect((await org.get(`${org.base}/flags/${flag.key}`, keys.edit)).status).toBe(403)
  const events = await org.post('/v1/telemetry/events', { events: [] }, keys.edit)
  expect(events.body.error.message).toBe('This key lacks the telemetry scope.')
})

test('nobody gives a key more than they have themselves', async () => {
  const make = (scopes: string[] | undefined, by: string) =>
    org.post(path, { type: 'server', description: 'x', ...(scopes ? { scopes } : {}) }, by)
  const { key: editing } = await org.createKey({ scopes: ['edit', 'admin'] })
  for (const scopes of [['manage'], ['read'], ['admin', 'edit', 'read'], undefined]) {
    const refused = await make(scopes, editing)
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    expect(refused.body.error.message).toContain('scope read')
  }
  for (const scopes of [['edit'], ['admin', 'edit'], ['evaluate', 'telemetry']]) {
    expect((await make(scopes, editing)).status).toBe(201)
  }
  expect((await make(['manage'], org.key)).status).toBe(201)
  const admin = await server.newMember(org, 'admin')
  expect((await admin.post(path, { type: 'server', description: 'x' })).status).toBe(201)
})
