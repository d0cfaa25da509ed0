import { afterAll, expect, test } from 'vitest'
import { openBrowser } from '../../src/testing/clients/open-browser.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { databases } from './support/databases.ts'
import { startOidc } from './support/oidc.ts'
import { openPerson } from './support/person.ts'

const browser = await openBrowser()
const database = await databases.PostgreSQL()
const provider = await startOidc({ 'careless@example.com': { everywhere: { email_verified: false } } })
const server = await startHere({
  ...database.settings,
  ...provider.settings,
  BUNTING_OAUTH_ADMINS: 'grace@example.com',
  BUNTING_OAUTH_DOMAINS: 'example.com',
})
const { managementUrl } = server
provider.serve(managementUrl)
const open = () => openPerson(browser, managementUrl)

afterAll(async () => {
  await server.stop()
  await provider[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const signedIn = async (email: string) => {
  const person = await open()
  await person.signInAs(email)
  await person.isIn()
  return person
}

test('while the provider does not answer a page says so, and sign-in works as soon as it does', async () => {
  await using late = await startOidc()
  const settings = { ...late.settings, BUNTING_OAUTH_DOMAINS: 'example.com' }
  await using empty = await databases.SQLite()
  await using waiting = await startHere({ ...empty.settings, ...settings })
  const { page } = await openPerson(browser, waiting.managementUrl)
  const answer = await page.goto(`${waiting.managementUrl}/api/auth/idp`)
  expect(answer?.status()).toBe(503)
  expect(await page.textContent('body')).toContain('The identity provider does not answer')
  late.serve(waiting.managementUrl)
  await page.reload()
  await page.getByLabel('E-mail').waitFor()
})

test('people sign in through the provider, each with their role', async () => {
  for (const [name, role] of [
    ['grace', 'admin'],
    ['ada', 'viewer'],
  ]) {
    const person = await signedIn(`${name}@example.com`)
    expect(await person.ask('GET', '/api/auth/session')).toMatchObject({
      status: 200,
      body: { user: { name, email: `${name}@example.com` }, role, plan: 'enterprise' },
    })
  }
  expect(server.signInLink).toBeUndefined()
})

test('the cookie is safe from scripts, and the browser took it as it was meant', async () => {
  const { context, page } = await signedIn('ada@example.com')
  const cookies = await context.cookies(managementUrl)
  expect(cookies.filter(({ name }) => name.startsWith('bunting') || name.startsWith('oauth'))).toEqual([
    expect.objectContaining({ name: 'bunting_session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' }),
  ])
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('the pages of the service change things with a session, as far as the role goes', async () => {
  const [grace, ada] = [await signedIn('grace@example.com'), await signedIn('ada@example.com')]
  const project = { name: 'Made in a browser', slug: 'browser' }
  expect(await ada.ask('POST', '/v1/projects', project)).toMatchObject({
    status: 403,
    body: { error: { code: 'FORBIDDEN' } },
  })
  const { status, body } = await grace.ask('POST', '/v1/projects', project)
  expect(status).toBe(201)
  const { body: log } = await ada.ask('GET', `/v1/projects/${body.id}/audit-log`)
  expect(log.items[0]).toMatchObject({ action: 'project.created', actorType: 'user' })
  const { body: actors } = await ada.ask('GET', `/v1/actors?ids=${log.items[0].actorId}`)
  expect(actors.items).toEqual([{ id: log.items[0].actorId, type: 'user', name: 'grace' }])
})

test('somebody of another domain is refused with a page that says so', async () => {
  const { page, context, signInAs } = await open()
  await signInAs('eve@elsewhere.example')
  await page.waitForURL('**/api/auth/callback/idp?**')
  expect(await page.textContent('h1')).toBe('You cannot sign in here')
  expect(await page.textContent('body')).toContain('eve@elsewhere.example')
  expect((await context.cookies(managementUrl)).map(({ name }) => name)).not.toContain('bunting_session')
})

test('an e-mail that the provider calls unverified lets nobody in', async () => {
  const { page, signInAs } = await open()
  await signInAs('careless@example.com')
  await page.waitForURL('**/api/auth/callback/idp?**')
  expect(await page.textContent('h1')).toBe('Your e-mail address is not verified')
})

test('who presses Cancel at the provider is told so, and can begin again', async () => {
  const { page } = await open()
  await page.goto(`${managementUrl}/api/auth/idp`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/api/auth/callback/idp?**')
  expect(await page.textContent('body')).toContain('The person pressed Cancel.')
  await page.getByRole('link', { name: 'Begin again' }).click()
  await page.getByLabel('E-mail').waitFor()
})

test('the end of somebody else’s sign-in is refused: the state is not this browser’s', async () => {
  const [attacker, victim] = [await open(), await open()]
  const cameBack = attacker.page.waitForRequest((request) => request.url().includes('/api/auth/callback/idp?'))
  await attacker.signInAs('ada@example.com')
  const answer = await victim.page.goto((await cameBack).url())
  expect(answer?.status()).toBe(400)
  expect(await victim.page.textContent('h1')).toBe('This sign-in did not begin here')
  expect((await victim.context.cookies(managementUrl)).map(({ name }) => name)).not.toContain('bunting_session')
})

test('an expired session is over, and signing in again helps', async () => {
  const person = await signedIn('ada@example.com')
  const hoursUs = 13 * 60 * 60 * 1_000_000
  await database.write(`update sessions set used_us = used_us - ${hoursUs}`)
  expect(await person.ask('GET', '/v1/projects')).toMatchObject({
    status: 401,
    body: { error: { code: 'UNAUTHORIZED' } },
  })
  // The provider still has their session, and redirects straight back.
  await person.page.goto(`${managementUrl}/api/auth/idp`)
  await person.isIn()
  expect((await person.ask('GET', '/v1/projects')).status).toBe(200)
})

test('signing out everywhere ends what is open in other browsers too, and nobody else’s', async () => {
  const [here, there, other] = [
    await signedIn('ada@example.com'),
    await signedIn('ada@example.com'),
    await signedIn('grace@example.com'),
  ]
  expect((await here.ask('POST', '/api/auth/sign-out', { everywhere: true })).status).toBe(204)
  expect((await here.ask('GET', '/api/auth/session')).status).toBe(401)
  expect((await there.ask('GET', '/api/auth/session')).status).toBe(401)
  expect((await other.ask('GET', '/api/auth/session')).status).toBe(200)
  expect((await here.context.cookies(managementUrl)).map(({ name }) => name)).not.toContain('bunting_session')
})

test('nothing that is secret is in the log', () => {
  const log = server.logged.join('')
  expect(log).not.toContain(provider.settings.BUNTING_OAUTH_CLIENT_SECRET)
  expect(log).not.toMatch(/code=|state=|access_token/)
})
