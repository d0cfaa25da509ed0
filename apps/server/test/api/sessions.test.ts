import { createHash } from 'node:crypto'
import { createClient } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()
const organization = await server.newOrganization('pro')
const hourMs = 60 * 60 * 1_000

test('a session says who is signed in, to what, and as what', async () => {
  const member = await server.newMember(organization, 'editor')
  const { status, body } = await member.get('/api/auth/session')
  expect(status).toBe(200)
  expect(body).toEqual({
    user: { id: member.id, name: 'Ada', email: expect.stringContaining('@example.com') },
    organization: { id: organization.id, name: 'Test' },
    plan: 'pro',
    role: 'editor',
  })
})

test('without a session there is none, whatever else is sent', async () => {
  const unauthorized = { status: 401, body: { error: { code: 'UNAUTHORIZED' } } }
  expect(await server.send('GET', '/api/auth/session')).toMatchObject(unauthorized)
  expect(await server.send('GET', '/api/auth/session', { key: organization.key })).toMatchObject(unauthorized)
  for (const value of ['', 'x', 'x'.repeat(10_000), '%00', '"', '; bunting_session=']) {
    const headers = { cookie: `bunting_session=${value}` }
    expect(await server.send('GET', '/api/auth/session', { headers }), value).toMatchObject(unauthorized)
    expect(await server.send('GET', '/v1/projects', { headers }), value).toMatchObject(unauthorized)
  }
})

test('of a session only the hash is stored', async () => {
  const { cookie } = await server.newMember(organization, 'viewer')
  const [, secret = ''] = cookie.split('=')
  expect(secret).toMatch(/^[0-9A-Za-z]{43}$/)
  const find = (text: string) => server.deps.store.sessions.findActor(text, { endsUs: 0, usedUs: 0 })
  expect(await find(secret)).toBeUndefined()
  expect(await find(createHash('sha256').update(secret).digest('hex'))).toBeDefined()
})

test('a session is over after 12 hours unused, and goes on as long as it is used', async () => {
  const used = await server.newMember(organization, 'viewer')
  const unused = await server.newMember(organization, 'viewer')
  for (const hours of [11.9, 11.9]) {
    server.moveClock(hours * hourMs)
    expect((await used.get('/v1/projects')).status).toBe(200)
  }
  expect((await unused.get('/v1/projects')).status).toBe(401)
  server.moveClock(12.1 * hourMs)
  expect((await used.get('/v1/projects')).status).toBe(401)
})

test('a session is over after 7 days, however much it is used', async () => {
  const member = await server.newMember(organization, 'viewer')
  for (let hours = 0; hours < 7 * 24 - 10; hours += 10) {
    server.moveClock(10 * hourMs)
    expect((await member.get('/v1/projects')).status, `${hours} h`).toBe(200)
  }
  server.moveClock(10 * hourMs)
  expect((await member.get('/v1/projects')).status).toBe(401)
})

test('signing out ends this session and no other, and the cookie goes', async () => {
  const member = await server.newMember(organization, 'viewer')
  const other = await member.openSession()
  const answer = await member.post('/api/auth/sign-out')
  expect(answer.status).toBe(204)
  expect(answer.body).toBeUndefined()
  expect(answer.headers.get('set-cookie')).toMatch(/^bunting_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)
  expect((await member.get('/api/auth/session')).status).toBe(401)
  expect((await server.send('GET', '/api/auth/session', { headers: { cookie: other } })).status).toBe(200)
})

test('signing out everywhere ends every session of the user, and nobody else’s', async () => {
  const member = await server.newMember(organization, 'viewer')
  const colleague = await server.newMember(organization, 'viewer')
  const other = await member.openSession()
  expect((await member.post('/api/auth/sign-out', { everywhere: true })).status).toBe(204)
  expect((await member.get('/api/auth/session')).status).toBe(401)
  expect((await server.send('GET', '/api/auth/session', { headers: { cookie: other } })).status).toBe(401)
  expect((await colleague.get('/api/auth/session')).status).toBe(200)
})

test('signing out twice is told, and the cookie goes all the same', async () => {
  const member = await server.newMember(organization, 'viewer')
  await member.post('/api/auth/sign-out')
  const answer = await member.post('/api/auth/sign-out')
  expect(answer.status).toBe(401)
  expect(answer.headers.get('set-cookie')).toContain('bunting_session=; Max-Age=0')
})

test('somebody sees the sessions that are their own, the last used first, and which of them asks', async () => {
  const member = await server.newMember(organization, 'viewer')
  server.moveClock(2 * 60_000)
  const other = await member.openSession({ address: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
  const seen = await member.get('/api/auth/sessions')
  expect(seen.body.items).toEqual([
    expect.objectContaining({ current: true }),
    expect.objectContaining({ current: false, address: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' }),
  ])
  const byOther = await server.send('GET', '/api/auth/sessions', { headers: { cookie: other } })
  expect(byOther.body.items.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true])
  expect(JSON.stringify(seen.body)).not.toContain('hash')
})

test('a session that is over is none of them', async () => {
  const member = await server.newMember(organization, 'viewer')
  const before = (await member.get('/api/auth/sessions')).body.items
  server.moveClock(11.9 * hourMs)
  await member.get('/v1/projects')
  const other = await member.openSession()
  server.moveClock(11.9 * hourMs)
  await server.send('GET', '/v1/projects', { headers: { cookie: other } })
  server.moveClock(hourMs)
  const { body } = await server.send('GET', '/api/auth/sessions', { headers: { cookie: other } })
  expect(before).toHaveLength(1)
  expect(body.items.map(({ current }: { current: boolean }) => current)).toEqual([true])
})

test('somebody ends a session of theirs, and it is refused from then on; nobody else’s is found', async () => {
  const member = await server.newMember(organization, 'viewer')
  const colleague = await server.newMember(organization, 'admin')
  const other = await member.openSession()
  const items: { id: string; current: boolean }[] = (await member.get('/api/auth/sessions')).body.items
  const id = items.find(({ current }) => !current)?.id
  const notFound = { status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } }
  expect(await colleague.delete(`/api/auth/sessions/${id}`)).toMatchObject(notFound)
  expect((await server.send('GET', '/api/auth/session', { headers: { cookie: other } })).status).toBe(200)

  expect(await member.delete(`/api/auth/sessions/${id}`)).toMatchObject({ status: 200, body: { id } })
  expect((await server.send('GET', '/api/auth/session', { headers: { cookie: other } })).status).toBe(401)
  expect((await member.get('/api/auth/session')).status).toBe(200)
  expect(await member.delete(`/api/auth/sessions/${id}`)).toMatchObject(notFound)
  expect(await member.delete('/api/auth/sessions/%00')).toMatchObject(notFound)
  const [entry] = await organization.walk(`${organization.base}/audit-log?resourceId=${id}`)
  expect(entry).toMatchObject({ action: 'session.ended', actorId: member.id })
})

test('the typed client reads a session, and signs out of it', async () => {
  const { cookie } = await server.newMember(organization, 'viewer')
  const origin = new URL(server.deps.publicUrl).origin
  const fetch = ((address: string, init: RequestInit) =>
    server.fetch(new URL(address).pathname, {
      ...init,
      headers: { ...init.headers, cookie, origin },
    })) as typeof globalThis.fetch
  const client = createClient({ baseUrl: origin, fetch })
  expect((await client.getSession({})).role).toBe('viewer')
  expect(await client.signOut({ body: {} })).toBeUndefined()
  await expect(client.getSession({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a key beside the cookie is what counts, right or wrong', async () => {
  const member = await server.newMember(organization, 'viewer')
  const withKey = (key: string) => server.send('POST', '/v1/projects', { key, headers: { cookie: member.cookie } })
  expect((await withKey(organization.key)).status).toBe(400)
  expect((await withKey(`sk_${'x'.repeat(43)}`)).body.error.code).toBe('INVALID_API_KEY')
})

test('Delivery never takes a session', async () => {
  const { cookie } = await server.newMember(organization, 'admin')
  for (const [method, path] of [
    ['POST', '/v1/evaluate'],
    ['POST', '/v1/evaluate/bulk'],
    ['GET', '/v1/bundle'],
    ['GET', '/v1/stream'],
    ['POST', '/ofrep/v1/evaluate/flags'],
  ]) {
    const response = await fetch(`${server.deliveryUrl}${path}`, {
      method: method as string,
      headers: { cookie, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
    expect(response.status, path).toBe(401)
    await response.body?.cancel()
  }
})

test('what a session changes is in the audit log as the user’s doing, and the user has a name', async () => {
  const member = await server.newMember(organization, 'editor')
  const flag = { key: 'by-ada', name: 'By Ada', type: 'boolean' }
  const { body: created } = await member.post(`${organization.base}/flags`, flag)
  const [entry] = await organization.walk(`${organization.base}/audit-log?resourceId=${created.id}`)
  expect(entry).toMatchObject({ action: 'flag.created', actorType: 'user', actorId: member.id })
  const key = await organization.createKey({ description: 'Pipeline' })
  const { body } = await member.get(`/v1/actors?ids=${member.id},${key.id},user_nobody`)
  expect(body.items).toEqual([
    { id: key.id, type: 'api_key', name: 'Pipeline' },
    { id: member.id, type: 'user', name: 'Ada' },
  ])
})
