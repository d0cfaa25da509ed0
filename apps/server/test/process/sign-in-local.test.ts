import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openBrowser } from '../../src/testing/clients/open-browser.ts'
import type { Settings } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { databases } from './support/databases.ts'
import { openPerson } from './support/person.ts'

const browser = await openBrowser()

for (const [name, open] of Object.entries(databases)) {
  describe(`on ${name}`, () => {
    test('each start prints a link that signs in a local admin, once', async () => {
      await using database = await open()
      const users = []
      for (let start = 1; start <= 2; start++) {
        await using server = await startHere(database.settings)
        const link = server.signInLink ?? ''
        expect(link).toMatch(new RegExp(`^${server.managementUrl}/api/auth/local\\?token=[0-9A-Za-z]{43}$`))
        const person = await openPerson(browser, server.managementUrl)
        await person.page.goto(link)
        await person.isIn()
        const { status, body } = await person.ask('GET', '/api/auth/session')
        expect(status).toBe(200)
        expect(body).toMatchObject({ user: { name: 'Local admin' }, role: 'admin', organization: { name: 'Default' } })
        users.push(body.user.id)
        const another = await openPerson(browser, server.managementUrl)
        expect((await another.page.goto(link))?.status()).toBe(410)
        expect(await another.page.textContent('h1')).toBe('This link does not sign anybody in')
        expect(server.logged.join('')).not.toContain(new URL(link).searchParams.get('token'))
        await server.stop()
      }
      expect(users[0]).toBe(users[1])
    })
  })
}

test('a browser takes the secure cookie from localhost too', async () => {
  await using database = await databases.SQLite()
  await using server = await startHere({ ...database.settings, BUNTING_HOST: 'localhost' })
  const { page, context, isIn, ask } = await openPerson(browser, server.managementUrl)
  await page.goto(server.signInLink ?? '')
  await isIn()
  expect(await context.cookies()).toMatchObject([{ name: 'bunting_session', secure: true, httpOnly: true }])
  expect((await ask('GET', '/api/auth/session')).status).toBe(200)
})

test('a page that fetches the link ahead does not use it up', async () => {
  await using database = await databases.SQLite()
  await using server = await startHere(database.settings)
  const { page, isIn, ask } = await openPerson(browser, server.managementUrl)
  await page.goto(`${server.managementUrl}/healthz`)
  const fetched = page.waitForResponse((response) => response.url().includes('/api/auth/local'))
  await page.evaluate((href) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
  }, server.signInLink)
  expect((await fetched).status()).toBe(403)
  await page.goto(server.signInLink ?? '')
  await isIn()
  expect((await ask('GET', '/api/auth/session')).status).toBe(200)
})

test('pages of another origin change nothing, even where the browser sends them the cookie', async () => {
  await using database = await databases.SQLite()
  await using server = await startHere(database.settings)
  // The same host on another port is the same site: SameSite does not protect there, so the Origin check has to.
  const evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'))
  evil.listen(0, '127.0.0.1')
  await once(evil, 'listening')
  const evilUrl = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
  const { page, context, isIn, ask } = await openPerson(browser, server.managementUrl)
  await page.goto(server.signInLink ?? '')
  await isIn()

  for (const path of ['/v1/projects', '/api/auth/sign-out']) {
    const attack = await context.newPage()
    await attack.goto(evilUrl)
    const answer = attack.waitForResponse(`${server.managementUrl}${path}`)
    await attack.setContent(`<form method="post" action="${server.managementUrl}${path}"></form>`)
    await attack.evaluate(() => document.forms[0]?.submit())
    const sent = await (await answer).request().allHeaders()
    expect(sent.cookie).toContain('bunting_session=')
    expect(sent.origin).toBe(evilUrl)
    expect(await (await answer).json()).toMatchObject({ error: { code: 'CSRF_ORIGIN_MISMATCH' } })
  }

  expect((await ask('GET', '/api/auth/session')).status).toBe(200)
  evil.close()
})

test('there is no link to print where others could reach the service, or where there is a provider', async () => {
  const elsewhere: Settings[] = [
    { BUNTING_HOST: '0.0.0.0' },
    { BUNTING_PUBLIC_URL: 'https://flags.example.com' },
    {
      BUNTING_OAUTH_ISSUER: 'https://id.example.com',
      BUNTING_OAUTH_CLIENT_ID: 'bunting',
      BUNTING_OAUTH_DOMAINS: 'example.com',
    },
  ]
  for (const settings of elsewhere) {
    await using database = await databases.SQLite()
    await using server = await startHere({ ...database.settings, ...settings })
    expect(server.signInLink).toBeUndefined()
    const response = await fetch(`${server.managementUrl}/api/auth/local?token=x`)
    expect(response.status).toBe(404)
  }
})
