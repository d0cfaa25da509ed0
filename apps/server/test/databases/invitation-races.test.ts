import { expect, test } from 'vitest'
import { openBrowser } from '../api/support/browser.ts'
import { person, startWithProvider } from '../api/support/with-provider.ts'

const groups = new Map([['writers', 'editor' as const]])
const { server, provider, first, come } = await startWithProvider({ groups })
const admin = await server.newMember(first, 'admin')
const invite = (email: string, fields: object = {}) =>
  admin.post('/v1/invitations', { email, role: 'editor', ...fields })
const open = async () => (await admin.get('/v1/invitations')).body.items

test('of accounts that come with the address at once, one is let in', async () => {
  await invite('race@elsewhere.example', { role: 'admin' })
  const backs: [ReturnType<typeof openBrowser>, string][] = []
  for (let account = 0; account < 4; account++) {
    provider.become(person({ email: 'race@elsewhere.example' }))
    const browser = openBrowser(server)
    backs.push([browser, await browser.goAndComeBack()])
  }
  const answers = await Promise.all(backs.map(([browser, back]) => browser.go(back)))
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 403, 403, 403])
  const members = await first.walk('/v1/members')
  expect(members.filter(({ email }) => email === 'race@elsewhere.example')).toHaveLength(1)
})

test('a member cannot be invited, nor an address twice, whatever its case', async () => {
  const ada = person()
  await come(ada)
  const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } }
  expect(await invite(String(ada.user.email).toUpperCase())).toMatchObject(conflict)
  const { body: invitation } = await invite('twice@elsewhere.example')
  expect(await invite('Twice@elsewhere.example', { role: 'admin' })).toMatchObject(conflict)
  const together = await Promise.all([invite('both@elsewhere.example'), invite('both@elsewhere.example')])
  expect(together.map(({ status }) => status).sort()).toEqual([201, 409])
  for (const one of await open()) await admin.delete(`/v1/invitations/${one.id}`)
  expect(invitation.role).toBe('editor')
})
