import { expect, test } from 'vitest'
import { makeLocalLink } from '../../src/sign-in/local-link.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { openBrowser } from './support/browser.ts'
import { person, startWithProvider } from './support/with-provider.ts'

const { provider, server, first, come } = await startWithProvider()
const colleague = await server.newMember(first, 'admin')
const hourMs = 60 * 60_000

/** The log's entries about members and sessions, newest first. */
const told = async (query = '') => {
  const entries = await first.walk(`${first.base}/audit-log?${query}`)
  return entries.filter(({ resourceType }) => ['member', 'session'].includes(resourceType))
}
const actionsOf = (entries: { action: string }[]) => entries.map(({ action }) => action)

test('somebody new joins and signs in, with where they came from', async () => {
  provider.become(person({ name: 'Ines', email: 'ines@example.com' }))
  const browser = openBrowser(server)
  await browser.go(await browser.goAndComeBack(), { headers: { 'user-agent': 'Netscape 4' } })
  const { user } = await browser.session()
  const [session, joined] = await told(`actorId=${user.id}`)
  expect(joined).toMatchObject({
    action: 'member.joined',
    actorType: 'user',
    resourceType: 'member',
    resourceId: user.id,
    meta: { name: 'Ines', email: 'ines@example.com', role: 'viewer', userAgent: 'Netscape 4' },
  })
  expect(session).toMatchObject({
    action: 'session.created',
    resourceType: 'session',
    resourceId: expect.stringMatching(/^sess_/),
    meta: { userAgent: 'Netscape 4' },
  })
  const { items } = await (await browser.go('/api/auth/sessions')).json()
  expect(items).toEqual([expect.objectContaining({ id: session.resourceId, userAgent: 'Netscape 4', current: true })])
})

test('somebody who is known only signs in', async () => {
  const who = person()
  const { user } = await (await come(who)).browser.session()
  await come(who)
  expect(actionsOf(await told(`actorId=${user.id}`))).toEqual(['session.created', 'session.created', 'member.joined'])
})

test('who signs out ends a session, everywhere each of theirs, and once', async () => {
  const who = person()
  const { browser } = await come(who)
  const { user } = await browser.session()
  const others = [(await come(who)).browser, (await come(who)).browser]
  const opened = (await told(`actorId=${user.id}&action=session.created`)).map(({ resourceId }) => resourceId)
  const signOut = (one: typeof browser, body: object) =>
    one.go('/api/auth/sign-out', {
      method: 'POST',
      headers: { origin: server.deps.publicUrl, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await signOut(browser, {})).status).toBe(204)
  expect((await signOut(browser, {})).status).toBe(401)
  expect(await told(`actorId=${user.id}&action=session.ended`)).toMatchObject([{ resourceId: opened.at(-1) }])
  await signOut(others[0] as typeof browser, { everywhere: true })
  const ended = (await told(`actorId=${user.id}&action=session.ended`)).map(({ resourceId }) => resourceId)
  expect(ended.toSorted()).toEqual(opened.toSorted())
})

test('removing somebody ends their sessions in the log too', async () => {
  const { user } = await (await come(person())).browser.session()
  await colleague.delete(`/v1/members/${user.id}`)
  const [ended, removed] = await told()
  expect([removed.action, removed.resourceId]).toEqual(['member.removed', user.id])
  expect([ended.action, ended.actorId]).toEqual(['session.ended', removed.actorId])
})

test('who was removed and comes back as the operator’s admin joins again', async () => {
  const grace = person({ email: 'grace@example.com', name: 'Grace' })
  const { user } = await (await come(grace)).browser.session()
  await colleague.delete(`/v1/members/${user.id}`)
  await come(grace)
  expect(actionsOf(await told(`actorId=${user.id}`)).slice(0, 2)).toEqual(['session.created', 'member.joined'])
})

test('who is refused is written down, with why', async () => {
  const eve = person({ name: 'Eve', email: 'eve@elsewhere.example' })
  expect((await come(eve)).response.status).toBe(403)
  expect((await told('action=session.refused'))[0]).toMatchObject({
    actorId: 'stranger',
    actorType: 'user',
    resourceType: 'session',
    resourceId: expect.stringMatching(/^stranger_[0-9a-f]{32}$/),
    meta: { name: 'Eve', email: 'eve@elsewhere.example', reason: 'uninvited' },
  })
  await come(person({ email_verified: false, name: 'Mallory' }))
  expect((await told('action=session.refused'))[0].meta).toEqual({ name: 'Mallory', reason: 'unverified' })
  const ada = person()
  const { user } = await (await come(ada)).browser.session()
  await colleague.delete(`/v1/members/${user.id}`)
  await come(ada)
  expect((await told('action=session.refused'))[0]).toMatchObject({
    actorId: user.id,
    resourceId: user.id,
    meta: { reason: 'removed' },
  })
})

test('who is refused again and again is written down five times an hour', async () => {
  const eve = person({ email: 'again@elsewhere.example' })
  const times = async () =>
    (await told('action=session.refused')).filter(({ meta }) => meta.email === 'again@elsewhere.example').length
  for (let tried = 0; tried < 7; tried++) expect((await come(eve)).response.status).toBe(403)
  expect(await times()).toBe(5)
  server.moveClock(1.01 * hourMs)
  await come(eve)
  expect(await times()).toBe(6)
})

test('of everybody who is refused, a hundred are written down in an hour', async () => {
  server.moveClock(1.01 * hourMs)
  const before = (await told('action=session.refused')).length
  for (let tried = 0; tried < 104; tried++) await come(person({ email: `eve-${tried}@elsewhere.example` }))
  expect((await told('action=session.refused')).length - before).toBe(100)
})

test('the local link is a session too, of a member whom the operator let in', async () => {
  const publicUrl = 'http://127.0.0.1:4000'
  const local = await startTestServer({ publicUrl, signIn: { localLink: true } })
  const org = await local.newOrganization()
  const browser = openBrowser(local)
  await makeLocalLink(local.deps)
  await browser.go(await makeLocalLink(local.deps))
  const { user } = await browser.session()
  const entries = (await org.walk(`${org.base}/audit-log`)).slice(0, 2)
  expect(entries.map(({ action, actorId, meta }) => [action, actorId, meta])).toEqual([
    ['session.created', user.id, {}],
    ['member.joined', 'operator', { name: 'Local admin', email: null, role: 'admin' }],
  ])
  expect((await org.get('/v1/audit-log/verify')).body).toEqual({ ok: true, entries: 4 })
})

test('all of it is one chain', async () => {
  expect((await first.get('/v1/audit-log/verify')).body.ok).toBe(true)
})
