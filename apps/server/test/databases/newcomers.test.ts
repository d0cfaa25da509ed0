import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { openStrict } from '../api/support/strict.ts'
import { person, startWithProvider } from '../api/support/with-provider.ts'

const server = await startTestServer({ stopClock: true, strictReviewerHours: 4 })

/** Steps of hours, since sessions end after half a day without use. */
const hour = 60 * 60 * 1_000
const refused = {
  status: 403,
  body: { error: { code: 'FORBIDDEN', message: expect.stringContaining('less than 4 h ago') } },
}

/** A strict production whose members joined long ago, and a proposal of Ada's there. */
const open = async () => {
  const all = await openStrict(server)
  const { org, flag, ada } = all
  server.moveClock(4 * hour)
  const propose = async (): Promise<string> => {
    const { body } = await ada.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 1 }))
    return body.id
  }
  return { ...all, propose }
}
type Opened = Awaited<ReturnType<typeof open>>

const approve = (by: Opened['ada'], id: string) => by.post(`/v1/proposals/${id}/approve`)
const waiting = async (by: Opened['ada']) => (await by.get('/v1/proposals/waiting')).body.total

test('who joined a moment ago does not approve in a strict environment, nor do their keys, and it does not wait for them', async () => {
  const { org, propose } = await open()
  const newcomer = await server.newMember(org, 'admin')
  const keys = `${org.base}/environments/${org.environmentId('development')}/api-keys`
  const { body: key } = await newcomer.post(keys, { type: 'server', description: 'Theirs' })
  const id = await propose()
  expect(await approve(newcomer, id)).toMatchObject(refused)
  expect(await org.post(`/v1/proposals/${id}/approve`, {}, key.key)).toMatchObject(refused)
  expect(await waiting(newcomer)).toBe(0)
  server.moveClock(4 * hour)
  expect(await waiting(newcomer)).toBe(1)
  expect((await approve(newcomer, id)).status).toBe(200)
})

test('elsewhere they approve at once, and reject there too', async () => {
  const { org, flag, ada, propose } = await open()
  await org.put(org.at(flag.key, 'staging'), config())
  await org.protect('staging')
  const newcomer = await server.newMember(org, 'editor')
  const { body } = await ada.post(`${org.at(flag.key, 'staging')}/proposals`, config({ version: 1 }))
  expect(await waiting(newcomer)).toBe(1)
  expect((await approve(newcomer, body.id)).status).toBe(200)
  expect((await newcomer.post(`/v1/proposals/${await propose()}/reject`)).status).toBe(200)
})

test('a role that is raised, in the organization or in a project, or somebody who comes back, counts from then; one that is lowered does not', async () => {
  const raises: ((all: Opened) => Promise<unknown>)[] = [
    ({ ada, editor }) => ada.patch(`/v1/members/${editor.id}`, { role: 'admin' }),
    ({ ada, editor, org }) => ada.patch(`/v1/members/${editor.id}`, { projects: { [org.project.id]: 'admin' } }),
    async ({ ada, editor }) => {
      await ada.delete(`/v1/members/${editor.id}`)
      await ada.patch(`/v1/members/${editor.id}`, { role: 'editor' })
      return editor
    },
  ]
  for (const raise of raises) {
    const all = await open()
    await raise(all)
    const again = await all.editor.openSession()
    const id = await all.propose()
    const send = () => all.editor.send('POST', `/v1/proposals/${id}/approve`, {}, { cookie: again })
    expect(await send()).toMatchObject(refused)
    server.moveClock(4 * hour)
    expect((await send()).status).toBe(200)
  }
  const { ada, bob, propose } = await open()
  await ada.patch(`/v1/members/${bob.id}`, { role: 'editor' })
  expect((await approve(bob, await propose())).status).toBe(200)
})

test('who was invited by the proposer, and comes by a sign-in, is as new', async () => {
  const {
    server: withProvider,
    first,
    come,
  } = await startWithProvider({}, 'https://flags.example.com', {
    strictReviewerHours: 24,
  })
  const flag = await first.createFlag()
  await first.put(first.at(flag.key, 'production'), config())
  await first.patch(`${first.base}/environments/${first.environmentId('production')}`, {
    protected: true,
    strict: true,
  })
  const mallory = await withProvider.newMember(first, 'admin')
  const { body } = await mallory.post(`${first.at(flag.key, 'production')}/proposals`, config({ version: 1 }))
  await mallory.post('/v1/invitations', { email: 'second-self@elsewhere.example', role: 'admin' })
  const { browser } = await come(person({ email: 'second-self@elsewhere.example' }))
  const answer = await browser.go(`/v1/proposals/${body.id}/approve`, {
    method: 'POST',
    headers: { origin: 'https://flags.example.com' },
  })
  expect(answer.status).toBe(403)
})
