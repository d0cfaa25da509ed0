import { expect, test } from 'vitest'
import { openBrowser } from '../api/support/browser.ts'
import { person, startWithProvider } from '../api/support/with-provider.ts'

const { provider, server, first } = await startWithProvider()
/** The log's entries about members and sessions, newest first. */
const told = async (query = '') => {
  const entries = await first.walk(`${first.base}/audit-log?${query}`)
  return entries.filter(({ resourceType }) => ['member', 'session'].includes(resourceType))
}
const actionsOf = (entries: { action: string }[]) => entries.map(({ action }) => action)

test('of two sign-ins of somebody new at once, one tells that they joined', async () => {
  provider.become(person())
  const browsers = Array.from({ length: 6 }, () => openBrowser(server))
  await Promise.all(browsers.map((browser) => browser.signIn()))
  const ids = new Set(await Promise.all(browsers.map(async (browser) => (await browser.session()).user.id)))
  expect(ids.size).toBe(1)
  expect(actionsOf(await told(`actorId=${[...ids]}`)).sort()).toEqual([
    'member.joined',
    ...Array(6).fill('session.created'),
  ])
})
