import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { namesOf, openFlags, setMoreFilter } from '../support/flags-table.ts'
import { addOldFlags } from '../support/old-flags.ts'

const dashboard = await startDashboardHere({
  seeded: true,
  members: { Vera: 'viewer' },
  fill: (dataDir) => addOldFlags(dataDir, [{ key: 'winter-sale', name: 'Winter sale' }]),
})
const { api, projectId } = dashboard
const params = { projectId }

test('every flag is in one table, in words and pennants', async () => {
  const page = await dashboard.open('/flags')
  const row = page.getByRole('row', { name: /Checkout layout/ })
  await row.getByRole('link', { name: 'Checkout layout' }).waitFor()
  await row.getByRole('link', { name: '1 proposal waiting' }).waitFor()
  await row.getByText(/^First server key, /).waitFor()
  await row.getByRole('button', { name: /^Production: on, rules decide, rolled out to 10\s%, protected\. / }).waitFor()
})

test('typing filters at once, the address keeps it, and coming back finds it as it was', async () => {
  const page = await openFlags(dashboard)
  await page.keyboard.press('/')
  await page.keyboard.type('AY')
  const found = ['Checkout layout', 'Holiday hero', 'Payment retries']
  await expect.poll(async () => (await namesOf(page)).toSorted()).toEqual(found)
  await page.waitForURL('**/flags?q=AY')
  await page.getByRole('link', { name: 'Checkout layout' }).click()
  await page.waitForURL('**/flags/checkout-layout')
  await page.goBack()
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Find by any words' }).inputValue()).toBe('AY')
})

test('filters narrow the table together, and stay in the address', async () => {
  const page = await openFlags(dashboard)
  const pick = async (filter: string, option: string) => {
    await page.getByRole('button', { name: filter }).click()
    await page.getByRole('menuitemradio', { name: option, exact: true }).click()
  }
  await setMoreFilter(page, 'Type', 'boolean')
  await setMoreFilter(page, 'Client-safe', 'Yes')
  await pick('State in Production', 'Share of a rollout')
  await page.getByRole('button', { name: 'Type: boolean' }).waitFor()
  await expect.poll(async () => (await namesOf(page)).toSorted()).toEqual(['Loyalty points banner', 'New navigation'])
  await page.getByRole('button', { name: /^State in Production/ }).click()
  await page.getByRole('menuitemradio', { name: 'Development' }).click()
  await page.getByRole('menuitemradio', { name: 'Nothing yet' }).click()
  await page.waitForURL(/env=development/)
  await expect.poll(() => namesOf(page)).toEqual(['New navigation'])
  await page.reload()
  await page.getByRole('link', { name: 'New navigation' }).waitFor()
  expect(await namesOf(page)).toEqual(['New navigation'])
})

test('the order is chosen', async () => {
  const page = await openFlags(dashboard, '?type=boolean&client=yes&sort=name')
  const inOrder = ['Gift cards', 'Holiday hero', 'Loyalty points banner', 'New navigation']
  await expect.poll(() => namesOf(page)).toEqual(inOrder)
  await page.getByRole('button', { name: 'Sorted by Name, A to Z' }).click()
  await page.getByRole('menuitemradio', { name: 'Z to A' }).click()
  await page.getByRole('button', { name: 'Sorted by Name, Z to A' }).waitFor()
  await expect.poll(() => namesOf(page)).toEqual(inOrder.toReversed())
})

test('filters that leave nothing say so, and what they would find elsewhere', async () => {
  await api.createFlag({ params, body: { key: 'old-basket', name: 'Old basket', type: 'boolean' } })
  await api.updateFlag({ params: { ...params, flagKey: 'old-basket' }, body: { archived: true } })
  const page = await openFlags(dashboard)
  await page.getByLabel('Find by any words').fill('basket')
  await page.getByRole('heading', { name: 'No flag matches “basket”' }).waitFor()
  await page.getByText('1 archived flag does.').waitFor()
  await page.getByRole('button', { name: 'Look in archived' }).click()
  await page.getByRole('link', { name: 'Old basket' }).waitFor()
  await page.getByLabel('Find by any words').fill('nothing like it')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()
  expect(page.url()).toMatch(/\/flags$/)
})

test('a flag that nobody asked for in weeks is stale, a young one is not', async () => {
  const page = await openFlags(dashboard)
  await setMoreFilter(page, 'Stale', 'Not asked')
  await page.getByRole('row', { name: /Winter sale.*Not asked for 30 days/ }).waitFor()
  await expect.poll(() => namesOf(page)).toEqual(['Winter sale'])
})

test('flags that cannot be read are not shown as none, and the request is named', async () => {
  const page = await dashboard.open('/audit')
  await page.getByRole('heading', { name: 'Audit log', exact: true }).waitFor()
  await page.reload()
  await page.route('**/v1/projects/*/flags?*', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'req_of_this_test' },
      json: { error: { code: 'INTERNAL_ERROR', message: 'Something went wrong.' } },
    }),
  )
  await page.reload()
  await page.getByRole('link', { name: 'Flags', exact: true }).click()
  await page.getByRole('heading', { name: 'The flags did not load' }).waitFor()
  await page.getByText('req_of_this_test').waitFor()
  await page.unroute('**/v1/projects/*/flags?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()
})

test('Tab in the palette leads to the actions of a flag', async () => {
  const page = await openFlags(dashboard)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('checkout')
  await page.getByRole('option', { name: /Review the proposal of First server key/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('h')
  await page.waitForURL('**/flags/checkout-layout?env=production&tab=history')
})

test('a viewer sees everything, and why nothing can be changed', async () => {
  const page = await dashboard.openAs('Vera', '/flags?q=gift')
  const reason = page
    .getByRole('tooltip', { name: 'You can look, not change. Ask an admin to become an editor.' })
    .last()
  const disabled = page.getByRole('button', { name: 'New flag' })
  await disabled.focus()
  await reason.waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Production: / }).click()
  const turn = page.getByRole('switch', { name: 'On in Staging' })
  await turn.focus()
  await reason.waitFor()
  await page.keyboard.press('Space')
  expect(await turn.isChecked()).toBe(true)
  expect(await page.getByRole('dialog', { name: 'New flag' }).count()).toBe(0)
})

test('a project without flags says what to do next', async () => {
  const { id } = await api.createProject({ body: { name: 'Empty', slug: 'empty' } })
  const page = await dashboard.open(`//projects/${id}/flags`)
  await page.getByRole('heading', { name: 'No flags here yet' }).waitFor()
  await page.getByRole('link', { name: 'Get started' }).last().waitFor()
})
