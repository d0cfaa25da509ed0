import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fillLog, openLog } from '../support/audit-log.ts'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { holdAnswer } from '../support/hold-back.ts'

const dashboard = await startDashboardHere({ seeded: true })
const { api, projectId, environments } = dashboard
const keyId = await fillLog(dashboard)

const sentences = (page: Page): Promise<string[]> => page.locator('.log p').allTextContents()

test('every entry is a sentence', async () => {
  const page = await openLog(dashboard)
  await page.getByText('withdrew').waitFor()
  const says = (await sentences(page)).map((text) => text.replace(/\s+/g, ' ').trim())
  const key = 'The key First server key'
  expect(says.slice(0, 8).map((text) => text.replace(/pk_\w+/, 'pk_'))).toEqual([
    'Local admin signed in from 127.0.0.1',
    `${key} withdrew their own change to checkout-layout in Production`,
    `${key} revoked the key Web app pk_ of Staging`,
    `${key} created the client key Web app pk_ in Staging`,
    `${key} gave Staging the colour #8E4EC6`,
    `${key} changed loyalty-banner: its description and whether clients may have it`,
    `${key} renamed gift-cards to “Gift vouchers”`,
    `${key} archived the flag holiday-hero`,
  ])
  expect(says).toContain(`${key} proposed a change to checkout-layout in Production`)
  expect(says).toContain(`${key} protected Production. Changes there need a second person`)
  expect(says).toContain(`${key} saved version 2 of checkout-layout in Staging`)
  expect(says).toContain(`${key} created the flag checkout-layout, a string`)
  expect(says).toContain('The operator created the project Default')
  expect(says).toContain('The operator let Local admin into the organization as an admin')
  expect(says.join()).not.toMatch(/undefined|null|_019/)
})

test('what is asked for is in the address, and holds when it is opened again', async () => {
  const page = await openLog(dashboard)
  await page.getByRole('button', { name: 'What' }).click()
  await page.getByRole('menuitemradio', { name: 'Flags', exact: true }).click()
  await page.getByRole('button', { name: /^Action/ }).click()
  await page.getByRole('menuitemradio', { name: 'Flag created' }).click()
  await page.getByRole('button', { name: /^Who/ }).click()
  await page.getByRole('menuitemradio', { name: 'The key First server key' }).click()
  // While a menu is open, it gets the key presses.
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.type('nav')
  await page.waitForURL(/resource=nav/)
  await expect.poll(() => sentences(page)).toHaveLength(1)
  await page.reload()
  await expect.poll(() => sentences(page)).toHaveLength(1)
  expect(await page.getByLabel('Filter by resource').inputValue()).toBe('nav')
  expect(new URL(page.url()).searchParams.get('what')).toBe('flag.created')

  await page.getByLabel('Filter by resource').fill('nothing is called this')
  await page.getByRole('heading', { name: 'No entry fits' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(async () => (await sentences(page)).length).toBeGreaterThan(20)
})

test('the server narrows it down by environment and by days', async () => {
  const page = await openLog(dashboard)
  await page.getByRole('button', { name: 'Environment' }).click()
  await page.getByRole('menuitemradio', { name: 'Staging' }).click()
  await page.waitForURL(/env=staging/)
  const { items } = await api.listAuditLog({
    params: { projectId },
    query: { environmentId: environments.staging ?? '' },
  })
  await expect.poll(() => sentences(page)).toHaveLength(items.length)
  await page.getByRole('button', { name: 'Dates' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.waitForURL(/from=\d{4}-\d\d-\d\d/)
  await page.keyboard.press('Escape')
  await expect.poll(() => sentences(page)).toHaveLength(items.length)
  await page.goto(page.url().replace(/from=[\d-]+/, 'from=2020-01-01&to=2020-01-31'))
  await page.getByRole('heading', { name: 'No entry fits' }).waitFor()
  await page.getByRole('button', { name: '1 Jan to 31 Jan' }).waitFor()
})

test('an id finds what it is of', async () => {
  const page = await openLog(dashboard, `?resource=${keyId}`)
  await expect.poll(() => sentences(page)).toHaveLength(2)
})

test('an entry leads to what it is about, and shows itself whole', async () => {
  const page = await openLog(dashboard, '?what=flag.version.created&resource=checkout-layout')
  await page.getByRole('button', { name: 'Show the entry' }).first().click()
  const raw = JSON.parse((await page.locator('.raw pre').textContent()) ?? '')
  expect(raw).toMatchObject({ action: 'flag.version.created', meta: { flagKey: 'checkout-layout' } })
  await page.getByRole('link', { name: 'See diff' }).first().click()
  await page.waitForURL(/\/flags\/checkout-layout\?env=\w+&tab=history/)
  await page.goBack()
  await page.getByRole('link', { name: 'checkout-layout' }).first().click()
  await page.waitForURL(/\/flags\/checkout-layout\?env=/)
})

test('times are those of the viewer, or UTC where they ask for it', async () => {
  const page = await openLog(dashboard, '?what=proposal')
  await page.getByRole('button', { name: /^Times/ }).click()
  await page.getByRole('menuitemradio', { name: 'UTC' }).click()
  await page.waitForURL(/utc=true/)
  const { items } = await api.listAuditLog({ params: { projectId }, query: { resourceType: 'proposal' } })
  await page
    .getByText(items[0]?.createdAt.slice(11, 16) ?? '', { exact: true })
    .first()
    .waitFor()
})

test('a long log comes a page at a time, and a search looks further back by itself', async () => {
  const params = { projectId, flagKey: 'new-navigation' }
  for (let index = 0; index < 110; index++) {
    await api.updateFlag({ params, body: { clientSafe: index % 2 === 1 } })
  }
  const page = await openLog(dashboard)
  await expect.poll(() => sentences(page)).toHaveLength(100)
  // Not the whole current day is loaded yet, so the number stands for the loaded entries.
  await page.getByText('the last 100', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show earlier entries' }).click()
  await page.getByText('That is everything, from the beginning.').waitFor()
  await page.getByText('the last 100', { exact: true }).waitFor({ state: 'detached' })
  const shown = (await sentences(page)).length
  expect(shown).toBeGreaterThan(140)

  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/audit-log')) asked.push(url)
  })
  await api.updateFlag({ params, body: { name: 'Newest navigation' } })
  await page.getByText('renamed new-navigation to “Newest navigation”').waitFor()
  expect(await sentences(page)).toHaveLength(shown + 1)
  // Each update asks only for the newest entries, however many earlier changes are still arriving.
  expect(new Set(asked.map(({ searchParams }) => searchParams.get('limit')))).toEqual(new Set(['20']))

  const search = await openLog(dashboard, '?what=flag.created&resource=checkout-layout')
  await expect
    .poll(() => sentences(search))
    .toEqual(['The key First server key created the flag checkout-layout, a string'])
})

test('earlier entries come and new ones stay, whichever is read first', async () => {
  const params = { projectId, flagKey: 'new-navigation' }
  const page = await openLog(dashboard)
  const earlier = await holdAnswer(page, '**/audit-log?*cursor=*', 'GET')
  await page.getByRole('button', { name: 'Show earlier entries' }).click()
  await earlier.answered
  await api.updateFlag({ params, body: { name: 'Told meanwhile' } })
  await page.getByText('renamed new-navigation to “Told meanwhile”').waitFor()
  earlier.letGo()
  await page.getByText('That is everything, from the beginning.').waitFor()
  await page.getByText('renamed new-navigation to “Told meanwhile”').waitFor()
})

test('nobody is shown by id while names are on their way', async () => {
  const page = await dashboard.open('/members')
  await page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route('**/v1/actors?*', async (route) => {
    asked.resolve()
    await answer.promise
    await route.fallback()
  })
  await page.reload()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await asked.promise
  await page.getByRole('heading', { name: 'Audit log', exact: true }).waitFor()
  expect(await page.getByText(/(user|key)_\w{10}/).count()).toBe(0)
  // Entries without names are not shown yet, so that nothing moves while somebody reads.
  expect(await sentences(page)).toEqual([])
  answer.resolve()
  await expect.poll(async () => (await sentences(page)).length).toBeGreaterThan(10)
  expect(await page.getByText(/(user|key)_\w{10}/).count()).toBe(0)
})
