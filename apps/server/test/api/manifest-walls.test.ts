import { type Endpoint, manifestEndpoints } from '@bunting/contract'
import { expect, test } from 'vitest'
import { openRateLimiter } from '../../src/http/auth/rate-limit.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const { body: other } = await org.post('/v1/projects', { name: 'Other', slug: 'other' })
const theirs = await server.newOrganization()
const { key: theirFlag } = await theirs.createFlag({ key: 'theirs' })
const { key: flagKey } = await org.createFlag({ key: 'ours' })
const every: [string, Endpoint][] = Object.entries(manifestEndpoints)
const withBody = every.filter(([, { body }]) => body)

const at = ({ path }: Endpoint, key = flagKey) => path.replace('{flagKey}', key)
const bodyOf = ({ body }: Endpoint, key = flagKey) =>
  body && { key, type: 'boolean', defaultValue: false, description: 'changed' }
const send = (endpoint: Endpoint, as: string, query = '', key = flagKey) =>
  org.send(endpoint.method, `${at(endpoint, key)}${query}`, bodyOf(endpoint, key), as)

test.each(every)('%s needs a key, and no session will do', async (_, endpoint) => {
  const without = await server.send(endpoint.method, at(endpoint))
  expect(without).toMatchObject({ status: 401, body: { error: { status: 401, message: expect.any(String) } } })
  expect((await server.send(endpoint.method, at(endpoint), { key: `sk_${'x'.repeat(43)}` })).status).toBe(401)
  const { cookie } = await server.newMember(org, 'admin')
  const headers = { cookie, origin: new URL(server.deps.publicUrl).origin }
  expect((await server.send(endpoint.method, at(endpoint), { headers })).status).toBe(401)
})

test.each(every)('%s refuses client keys, and keys without its scope', async (_, endpoint) => {
  const others = ['read', 'edit', 'admin'].filter((scope) => scope !== endpoint.access)
  for (const fields of [{ type: 'client' }, { scopes: ['evaluate', 'telemetry'] }, { scopes: others }]) {
    const { key } = await org.createKey(fields)
    expect(await send(endpoint, key)).toMatchObject({ status: 403, body: { error: { status: 403 } } })
  }
})

test('the capabilities are those of the key', async () => {
  for (const [scopes, capabilities] of [
    [['read'], 'read'],
    [['read', 'edit'], 'read,write,delete'],
  ] as const) {
    const { key } = await org.createKey({ scopes })
    const { headers } = await org.get(manifestEndpoints.getManifest.path, key)
    expect(headers.get('x-manifest-capabilities')).toBe(capabilities)
  }
})

test.each(every)("%s does not find another organization's project, nor its flags", async (_, endpoint) => {
  const foreign = await send(endpoint, org.key, `?projectId=${theirs.project.id}`, theirFlag)
  const unknown = await send(endpoint, org.key, '?projectId=proj_nobody', theirFlag)
  expect(foreign.status).toBe(404)
  expect(foreign.body).toEqual(unknown.body)
  for (const projectId of ['', '%00', '__proto__', "';drop table flags", 'x'.repeat(5_000)]) {
    expect((await send(endpoint, org.key, `?projectId=${encodeURIComponent(projectId)}`)).status).toBe(404)
  }
})

test.each(every.filter(([, { path }]) => path.includes('{')))(
  '%s finds nothing under hostile names',
  async (_, endpoint) => {
    for (const name of ['%00', '%2e%2e%2f', '__proto__', 'constructor', 'x'.repeat(5_000), theirFlag]) {
      const path = endpoint.path.replace('{flagKey}', name)
      expect((await org.send(endpoint.method, path, bodyOf(endpoint))).status).toBe(404)
    }
  },
)

test('without a project it is that of the key, and with one it is that one', async () => {
  const development = other.environments.find(({ slug }: { slug: string }) => slug === 'development')
  const keys = `/v1/projects/${other.id}/environments/${development.id}/api-keys`
  const { body: made } = await org.post(keys, { type: 'server', description: 'Other', scopes: ['read', 'edit'] })
  const flag = { key: 'elsewhere', type: 'boolean', defaultValue: true }
  expect((await org.post('/openfeature/v0/manifest/flags', flag, made.key)).status).toBe(201)
  const keysIn = async (query: string, as: string) =>
    (await org.get(`/openfeature/v0/manifest${query}`, as)).body.flags.map(({ key }: { key: string }) => key)
  expect(await keysIn('', made.key)).toEqual(['elsewhere'])
  expect(await keysIn('', org.key)).toEqual([flagKey])
  expect(await keysIn(`?projectId=${other.id}`, org.key)).toEqual(['elsewhere'])
  expect(await keysIn(`?projectId=${org.project.id}`, made.key)).toEqual([flagKey])
})

test('a key may do what its person may in that very project', async () => {
  const admin = await server.newMember(org, 'admin')
  const person = await server.newMember(org, 'admin')
  const keys = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  const { body: made } = await person.post(keys, { type: 'server', description: 'Mine', scopes: ['read', 'edit'] })
  const flag = (key: string) => ({ key, type: 'boolean', defaultValue: false })
  const push = (key: string, query = '') => org.post(`/openfeature/v0/manifest/flags${query}`, flag(key), made.key)
  expect((await push('before')).status).toBe(201)
  await admin.patch(`/v1/members/${person.id}`, { role: 'editor', projects: { [org.project.id]: 'viewer' } })
  expect((await push('after')).status).toBe(403)
  expect((await push('after', `?projectId=${org.project.id}`)).status).toBe(403)
  expect((await push('after', `?projectId=${other.id}`)).status).toBe(201)
  await admin.patch(`/v1/members/${person.id}`, { role: 'viewer', projects: { [org.project.id]: 'editor' } })
  expect((await push('later')).status).toBe(201)
  expect((await push('later', `?projectId=${other.id}`)).status).toBe(403)
})

test.each(withBody)(
  '%s answers what is not as described in the form of OpenFeature, and stores nothing',
  async (_, endpoint) => {
    const entries = async () => (await org.walk(`${org.base}/audit-log`)).length
    const before = await entries()
    const bodies = ['{"key": ', 'hello', '', 'null', '[]', '{"__proto__":{}}', '{"nmae":"x"}', '['.repeat(10_000)]
    const bad = { key: flagKey, type: 'boolean', defaultValue: false }
    const hostile = [
      { ...bad, schema: {} },
      { ...bad, type: 'number' },
      { ...bad, name: 'a\u202eb' },
      { ...bad, key: 'a/b' },
    ]
    for (const body of [...bodies, ...hostile.map((one) => JSON.stringify(one))]) {
      const response = await server.fetch(at(endpoint), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' },
        body,
      })
      expect(response.status, body.slice(0, 80)).toBe(400)
      const { error } = (await response.json()) as { error: { details?: object[] } }
      expect(error).toMatchObject({ message: expect.any(String), status: 400 })
      for (const detail of error.details ?? []) expect(Object.keys(detail)).toEqual(['field', 'message'])
    }
    expect(await entries()).toBe(before)
    expect(server.logged).toEqual([])
  },
)

test.each(withBody)('%s refuses large bodies and other media types', async (_, endpoint) => {
  const headers = { authorization: `Bearer ${org.key}` }
  const large = { method: endpoint.method, body: JSON.stringify({ key: 'x'.repeat(256 * 1024) }) }
  const json = { ...headers, 'content-type': 'application/json' }
  expect((await server.fetch(at(endpoint), { ...large, headers: json })).status).toBe(413)
  const text = { ...headers, 'content-type': 'text/plain' }
  expect((await server.fetch(at(endpoint), { method: endpoint.method, body: '{}', headers: text })).status).toBe(415)
})

test('other methods are refused in the same form', async () => {
  const { status, headers, body } = await org.patch('/openfeature/v0/manifest', {})
  expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET' })
  expect(body).toEqual({ error: { status: 405, message: 'This address takes GET.' } })
})

test('requests count against the limit of the key', async () => {
  const limited = await startTestServer({
    limiters: { management: openRateLimiter({ rate: 0.001, burst: 4 }, () => 0) },
  })
  const one = await limited.newOrganization()
  const answers = await Promise.all(Array.from({ length: 6 }, () => one.get('/openfeature/v0/manifest')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
  const { headers, body } = answers.find(({ status }) => status === 429) as (typeof answers)[number]
  expect(body.error.status).toBe(429)
  expect(headers.get('retry-after')).toMatch(/^\d+$/)
})
