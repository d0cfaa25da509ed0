import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { hasFocus } from '../support/has-focus.ts'
import { findBarriers, takePicture } from '../support/look.ts'
import { addOldFlags } from '../support/old-flags.ts'

const dashboard = await startDashboard({
  seeded: true,
  members: { Vera: 'viewer' },
  fill: (dataDir) => addOldFlags(dataDir, [{ key: 'winter-sale', name: 'Winter sale' }]),
})
const { api, projectId } = dashboard
const params = { projectId }

/** The names in the table, from the top. */
const namesOf = (page: Page): Promise<string[]> => page.locator('tbody .name').allTextContents()

const openFlags = async (query = ''): Promise<Page> => {
  const page = await dashboard.open(`/flags${query}`)
  await page.getByRole('table', { name: 'Flags' }).getByRole('link').first().waitFor()
  return page
}

/** Sets a filter that is wanted now and then. */
const more = async (page: Page, filter: string, option: string): Promise<void> => {
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('group', { name: filter }).getByRole('menuitemradio', { name: option }).click()
}

test('every flag is in one table, in words and pennants', async () => {
  const page = await dashboard.open('/flags')
  const row = page.getByRole('row', { name: /Checkout layout/ })
  await row.getByRole('link', { name: 'Checkout layout' }).waitFor()
  await row.getByRole('link', { name: '1 proposal waiting' }).waitFor()
  await row.getByText(/^First server key, /).waitFor()
  await row.getByRole('button', { name: /^Production: on, rules decide, rolled out to 10\s%, protected\. / }).waitFor()
})

test('typing filters at once, the address keeps it, and coming back finds it as it was', async () => {
  const page = await openFlags()
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
  const page = await openFlags()
  const pick = async (filter: string, option: string) => {
    await page.getByRole('button', { name: filter }).click()
    await page.getByRole('menuitemradio', { name: option, exact: true }).click()
  }
  await more(page, 'Type', 'boolean')
  await more(page, 'Client-safe', 'Yes')
  await pick('State in Production', 'Share of a rollout')
  await page.getByRole('button', { name: 'Type: boolean' }).waitFor()
  await takePicture(page, 'flags-filtered')
  expect((await namesOf(page)).toSorted()).toEqual(['Loyalty points banner', 'New navigation'])
  await page.getByRole('button', { name: /^State in Production/ }).click()
  await page.getByRole('menuitemradio', { name: 'Development' }).click()
  await takePicture(page, 'flags-state-menu')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('menuitemradio', { name: 'Nothing yet' }).click()
  await page.waitForURL(/env=development/)
  expect(await namesOf(page)).toEqual(['New navigation'])
  await page.reload()
  await page.getByRole('link', { name: 'New navigation' }).waitFor()
  expect(await namesOf(page)).toEqual(['New navigation'])
})

test('the order is chosen', async () => {
  const page = await openFlags('?type=boolean&client=yes&sort=name')
  const inOrder = ['Gift cards', 'Holiday hero', 'Loyalty points banner', 'New navigation']
  expect(await namesOf(page)).toEqual(inOrder)
  await page.getByRole('button', { name: 'Sorted by Name, A to Z' }).click()
  await page.getByRole('menuitemradio', { name: 'Z to A' }).click()
  await page.getByRole('button', { name: 'Sorted by Name, Z to A' }).waitFor()
  expect(await namesOf(page)).toEqual(inOrder.toReversed())
})

test('filters that leave nothing say so, and what they would find elsewhere', async () => {
  await api.createFlag({ params, body: { key: 'old-basket', name: 'Old basket', type: 'boolean' } })
  await api.updateFlag({ params: { ...params, flagKey: 'old-basket' }, body: { archived: true } })
  const page = await openFlags()
  await page.getByLabel('Find by any words').fill('basket')
  await page.getByRole('heading', { name: 'No flag matches “basket”' }).waitFor()
  await page.getByText('1 archived flag does.').waitFor()
  await takePicture(page, 'flags-no-match')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Look in archived' }).click()
  await page.getByRole('link', { name: 'Old basket' }).waitFor()
  await page.getByLabel('Find by any words').fill('nothing like it')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()
  expect(page.url()).toMatch(/\/flags$/)
})

test('a flag that nobody asked for in weeks is stale, a young one is not', async () => {
  const page = await openFlags()
  await more(page, 'Stale', 'Not asked')
  await page.getByRole('row', { name: /Winter sale.*Not asked for 30 days/ }).waitFor()
  expect(await namesOf(page)).toEqual(['Winter sale'])
})

test('what is typed into a name is text, wherever it is shown', async () => {
  const name = '<img src=x onerror="document.title=1">'
  await api.createFlag({ params, body: { key: 'hostile', name, type: 'boolean' } })
  const page = await openFlags('?q=hostile')
  await page.getByRole('button', { name: /^Production: nothing yet/ }).click()
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: `${name} is on in Staging` })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('dialog', { name: `Archive ${name}?` }).waitFor()
  expect(await page.locator('img').count()).toBe(0)
  expect(await page.title()).toBe('Flags · Bunting')
})

test('j, k and Enter walk the rows, and the arrow leads from the field into them', async () => {
  const page = await openFlags('?sort=name&type=boolean&client=yes')
  await page.keyboard.press('j')
  await hasFocus(page.getByRole('link', { name: 'Gift cards' }))
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await hasFocus(page.getByRole('link', { name: 'Holiday hero' }))
  await takePicture(page, 'flags-row-focus')
  await page.keyboard.press('/')
  await page.keyboard.type('navig')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/flags/new-navigation')
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
  await takePicture(page, 'flags-failed')
  await page.unroute('**/v1/projects/*/flags?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()
})

test('Tab in the palette leads to the actions of a flag', async () => {
  const page = await openFlags()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('checkout')
  await page.getByRole('option', { name: /Review the proposal of First server key/ }).waitFor()
  await page.keyboard.press('Tab')
  await takePicture(page, 'palette-actions')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('h')
  await page.waitForURL('**/flags/checkout-layout?env=production&tab=history')
})

test('a viewer sees everything, and why nothing can be changed', async () => {
  const page = await dashboard.openAs('Vera', '/flags?q=gift')
  const reason = page
    .getByRole('tooltip', { name: 'You can look, not change. Ask an admin to become an editor.' })
    .last()
  const disabled = page.getByRole('button', { name: 'New flag' })
  const look = () => disabled.evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor])
  await disabled.focus()
  await reason.waitFor()
  const atRest = await look()
  await disabled.hover()
  // What changes on hover would do so by and by.
  await disabled.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)))
  expect(await look()).toEqual(atRest)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Production: / }).click()
  const turn = page.getByRole('switch', { name: 'On in Staging' })
  await turn.focus()
  await reason.waitFor()
  await takePicture(page, 'flags-viewer')
  await page.keyboard.press('Space')
  expect(await turn.isChecked()).toBe(true)
  expect(await page.getByRole('dialog', { name: 'New flag' }).count()).toBe(0)
})

test('a project without flags says what to do next', async () => {
  const { id } = await api.createProject({ body: { name: 'Empty', slug: 'empty' } })
  const page = await dashboard.open(`//projects/${id}/flags`)
  await page.getByRole('heading', { name: 'No flags here yet' }).waitFor()
  await takePicture(page, 'flags-none')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Get started' }).last().waitFor()
})
