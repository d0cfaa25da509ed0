import { type Endpoint, endpoints } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer()
const organization = await server.newOrganization()
const member = await server.newMember(organization, 'admin')
const own = new URL(server.deps.publicUrl).origin

const changing: [string, Endpoint][] = Object.entries(endpoints).filter(
  ([, { method, access }]) => method !== 'GET' && ['session', 'read', 'edit', 'admin'].includes(access),
)
const pathTo = ({ path }: Endpoint) => path.replace(/\{\w+\}/g, 'nobody')

const send = (endpoint: Endpoint, origin: string | undefined) =>
  server.send(endpoint.method, pathTo(endpoint), {
    headers: { cookie: member.cookie, ...(origin === undefined ? {} : { origin }) },
  })

for (const [operation, endpoint] of changing) {
  test(`${operation} with a session needs the origin of our own pages`, async () => {
    expect(await send(endpoint, undefined)).toMatchObject({
      status: 403,
      body: { error: { code: 'CSRF_MISSING_ORIGIN' } },
    })
    for (const origin of [
      'https://evil.example',
      'null',
      `${own}.evil.example`,
      own.replace('http:', 'https:'),
      `${own}:81`,
      `${own}/`,
      own.toUpperCase(),
    ]) {
      expect(await send(endpoint, origin), origin).toMatchObject({
        status: 403,
        body: { error: { code: 'CSRF_ORIGIN_MISMATCH' } },
      })
    }
  })
}

test('with the right origin it goes through, and reading needs none', async () => {
  const { status } = await member.post('/v1/projects', { name: 'Ours', slug: 'ours' })
  expect(status).toBe(201)
  expect((await member.get('/v1/projects')).status).toBe(200)
})

test('keys need no origin: no browser sends them by itself', async () => {
  const answer = await server.send('POST', '/v1/projects', {
    key: organization.key,
    body: { name: 'Theirs', slug: 'theirs' },
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(answer.status).toBe(201)
})

test('what was refused is done to nobody', async () => {
  const before = await server.newMember(organization, 'viewer')
  await server.send('DELETE', `/v1/members/${before.id}`, {
    headers: { cookie: member.cookie, origin: 'https://evil.example' },
  })
  await server.send('POST', '/api/auth/sign-out', {
    headers: { cookie: before.cookie, origin: 'https://evil.example' },
  })
  expect((await before.get('/api/auth/session')).status).toBe(200)
})
