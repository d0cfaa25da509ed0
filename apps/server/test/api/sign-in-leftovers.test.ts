import { expect, test } from 'vitest'
import { webhookBody } from './support/webhooks.ts'
import { person, startWithProvider } from './support/with-provider.ts'

const groups = new Map([
  ['owners', 'admin' as const],
  ['readers', 'viewer' as const],
])
const { server, first, come } = await startWithProvider({ groups })
const admin = await server.newMember(first, 'admin')
const newAdmin = () => server.newMember(first, 'admin')
const inviteFor = (by: typeof admin, email: string) => by.post('/v1/invitations', { email, role: 'admin' })
const open = async () => (await admin.get('/v1/invitations')).body.items

test('a removed admin does not come back by an invitation that they made', async () => {
  const mallory = await newAdmin()
  expect((await inviteFor(mallory, 'second-self@elsewhere.example')).status).toBe(201)
  await admin.delete(`/v1/members/${mallory.id}`)
  expect((await come(person({ email: 'second-self@elsewhere.example' }))).response.status).toBe(403)
})

test('nor does one who was demoted come by it as an admin', async () => {
  const mallory = await newAdmin()
  await inviteFor(mallory, 'raised@elsewhere.example')
  await admin.patch(`/v1/members/${mallory.id}`, { role: 'viewer' })
  expect((await come(person({ email: 'raised@elsewhere.example' }))).response.status).toBe(403)
})

test('an invitation whose maker was removed before invitations ended with them opens nothing, and is over', async () => {
  const mallory = await newAdmin()
  const { body: invitation } = await inviteFor(mallory, 'left-over@elsewhere.example')
  await server.deps.store.users.remove(mallory.id, server.deps.nowUs())
  expect((await come(person({ email: 'left-over@elsewhere.example' }))).response.status).toBe(403)
  expect(await open()).toEqual([])
  const [entry] = await first.walk(`${first.base}/audit-log?resourceId=${invitation.id}`)
  expect(entry).toMatchObject({ action: 'member.uninvited', meta: { reason: 'The person who made it was removed.' } })
})

test('what a right made that a group gave goes when the group is left', async () => {
  const { user: who } = person()
  const { browser } = await come({ user: { ...who, groups: ['owners'] } })
  const { user } = await browser.session()
  const byBrowser = async (path: string, body: object) => {
    const answer = await browser.go(path, {
      method: 'POST',
      headers: { origin: 'https://flags.example.com', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { id: string }
  }
  await byBrowser('/v1/invitations', { email: 'by-group@elsewhere.example', role: 'admin' })
  const webhook = await byBrowser('/v1/webhooks', webhookBody())
  await come({ user: { ...who, groups: ['readers'] } })
  expect(await open()).toEqual([])
  expect((await admin.get(`/v1/webhooks/${webhook.id}`)).body).toMatchObject({
    enabled: false,
    disabledReason: 'The person who made it is a viewer now.',
  })
  const entries = await first.walk(`${first.base}/audit-log?resourceId=${webhook.id}`)
  expect(entries[0]).toMatchObject({ action: 'webhook.disabled', actorId: 'operator' })
  expect(entries[1]).toMatchObject({ action: 'webhook.created', actorId: user.id })
})
