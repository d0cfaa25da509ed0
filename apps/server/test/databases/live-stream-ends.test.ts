import { expect, test, vi } from 'vitest'
import { ends, readProjectStream } from '../../src/testing/clients/project-stream.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'

const server = await startTestServer()

const follow = async (org: TestOrganization, headers: Record<string, string>) =>
  readProjectStream(await server.fetch(`${org.base}/stream`, { headers }))
const byKey = (key: string) => ({ authorization: `Bearer ${key}` })

test('a stream ends with its session, and those of others go on', async () => {
  const org = await server.newOrganization()
  const member = await server.newMember(org, 'viewer')
  const [mine, mineElsewhere] = [
    await follow(org, { cookie: member.cookie }),
    await follow(org, { cookie: await member.openSession() }),
  ]
  expect((await member.post('/api/auth/sign-out', {})).status).toBe(204)
  expect(await ends(mine)).toBe(true)
  const flag = await org.createFlag()
  expect((await mineElsewhere.next())?.data).toMatchObject({ action: 'session.ended' })
  expect((await mineElsewhere.next())?.data).toMatchObject({ flagKey: flag.key })
})

test('a stream ends whose key is revoked before it is known how far the log went', async () => {
  const org = await server.newOrganization()
  const made = await org.createKey()
  const revoked = Promise.withResolvers<void>()
  const { auditNews } = server.deps.store
  const { heads } = auditNews
  let asked = 0
  const spy = vi.spyOn(auditNews, 'heads').mockImplementation(async (orgIds) => {
    // The first call admits the stream, the second one follows the chain.
    if (++asked === 2) await revoked.promise
    return heads(orgIds)
  })
  const stream = await follow(org, byKey(made.key))
  const path = `${org.base}/environments/${org.environmentId('development')}/api-keys/${made.id}`
  expect((await org.delete(path)).status).toBe(200)
  revoked.resolve()
  expect(await ends(stream)).toBe(true)
  spy.mockRestore()
})

test('a stream ends when its person is removed, and that of a key which somebody keeps goes on', async () => {
  const org = await server.newOrganization()
  const [admin, leaving] = [await server.newMember(org, 'admin'), await server.newMember(org, 'admin')]
  const path = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  const { body: theirs } = await leaving.post(path, { type: 'server', description: 'Kept' })
  const [person, key] = [await follow(org, { cookie: leaving.cookie }), await follow(org, byKey(theirs.key))]
  expect((await admin.delete(`/v1/members/${leaving.id}?keepKeys=true`)).status).toBe(200)
  expect(await ends(person)).toBe(true)
  expect((await key.next())?.data).toMatchObject({ action: 'member.removed' })
  expect((await admin.delete(`${path}/${theirs.id}`)).status).toBe(200)
  expect(await ends(key)).toBe(true)
})

test('a stream goes on with another role, and ends where its person is removed with their keys', async () => {
  const org = await server.newOrganization()
  const [admin, member] = [await server.newMember(org, 'admin'), await server.newMember(org, 'admin')]
  const path = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  const { body: theirs } = await member.post(path, { type: 'server', description: 'Theirs' })
  const streams = [await follow(org, { cookie: member.cookie }), await follow(org, byKey(theirs.key))]
  await admin.patch(`/v1/members/${member.id}`, { projects: { [org.project.id]: 'viewer' } })
  for (const { next } of streams) expect((await next())?.data).toMatchObject({ action: 'member.updated' })
  const flag = await org.createFlag()
  for (const { next } of streams) expect((await next())?.data).toMatchObject({ flagKey: flag.key })
  await admin.delete(`/v1/members/${member.id}`)
  for (const stream of streams) expect(await ends(stream)).toBe(true)
})

test('a stream by a secret that was rotated away ends when that does, and one by the new secret goes on', async () => {
  const org = await server.newOrganization()
  const made = await org.createKey()
  const path = `${org.base}/environments/${org.environmentId('development')}/api-keys/${made.id}/rotate`
  const old = await follow(org, byKey(made.key))
  const { body: rotated } = await org.post(path, { overlapSeconds: 3600 })
  expect((await old.next())?.data).toMatchObject({ action: 'api_key.rotated' })
  // Opened only after that event: a stream opened earlier would receive it, too.
  const renewed = await follow(org, byKey(rotated.key))
  const flag = await org.createFlag()
  for (const { next } of [old, renewed]) expect((await next())?.data).toMatchObject({ flagKey: flag.key })
  server.moveClock(3_601_000)
  expect(await ends(old)).toBe(true)
  await org.post(path, { overlapSeconds: 0 }, rotated.key)
  expect(await ends(renewed)).toBe(true)
})

test('a stream ends when its key expires, or its session was not used for long', async () => {
  const org = await server.newOrganization()
  const member = await server.newMember(org, 'viewer')
  const expiresAt = new Date(server.deps.nowUs() / 1_000 + 3_600_000).toISOString()
  const { key } = await org.createKey({ expiresAt })
  const [byExpiring, bySession] = [await follow(org, byKey(key)), await follow(org, { cookie: member.cookie })]
  server.moveClock(3_601_000)
  expect(await ends(byExpiring)).toBe(true)
  // The session is used elsewhere, which extends it.
  expect((await member.get(org.base)).status).toBe(200)
  server.moveClock(11.5 * 3_600_000)
  const flag = await org.createFlag()
  expect((await bySession.next())?.data).toMatchObject({ flagKey: flag.key })
  server.moveClock(3_600_000)
  expect(await ends(bySession)).toBe(true)
})
