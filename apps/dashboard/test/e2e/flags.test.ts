import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { openFlags } from '../support/flags-table.ts'
import { goToAddress } from '../support/go-to.ts'
import { hasFocus } from '../support/has-focus.ts'
import { findBarriers, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true, members: { Vera: 'viewer' } })
const { api, projectId } = dashboard
const params = { projectId }

test('with filters, with nothing left, failed, empty, and under the palette, everybody can use it', async () => {
  await api.createFlag({ params, body: { key: 'old-basket', name: 'Old basket', type: 'boolean' } })
  await api.updateFlag({ params: { ...params, flagKey: 'old-basket' }, body: { archived: true } })
  const { id: emptyId } = await api.createProject({ body: { name: 'Empty', slug: 'empty' } })
  const page = await openFlags(dashboard, '?type=boolean&client=yes&state=rollout')
  await takePicture(page, 'flags-filtered')
  await page.getByRole('button', { name: /^State in Production/ }).click()
  await page.getByRole('menuitemradio', { name: 'Development' }).click()
  await takePicture(page, 'flags-state-menu')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('checkout')
  await page.getByRole('option', { name: /Review the proposal of First server key/ }).waitFor()
  await page.keyboard.press('Tab')
  await takePicture(page, 'palette-actions')
  expect(await findBarriers(page)).toEqual([])
  // Escape goes from the actions to the search results, and then closes.
  await page.keyboard.press('Escape')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await goToAddress(page, `/projects/${projectId}/flags?q=basket`)
  await page.getByText('1 archived flag does.').waitFor()
  await takePicture(page, 'flags-no-match')
  expect(await findBarriers(page)).toEqual([])

  await page.route('**/v1/projects/*/flags?*', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'INTERNAL_ERROR', message: 'Something went wrong.' } } }),
  )
  await goToAddress(page, `/projects/${emptyId}/flags`)
  await page.getByRole('heading', { name: 'The flags did not load' }).waitFor()
  await takePicture(page, 'flags-failed')
  await page.unroute('**/v1/projects/*/flags?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'No flags here yet' }).waitFor()
  await takePicture(page, 'flags-none')
  expect(await findBarriers(page)).toEqual([])
})

test('what a viewer cannot press looks the same under the pointer', async () => {
  const page = await dashboard.openAs('Vera', '/flags?q=gift')
  const disabled = page.getByRole('button', { name: 'New flag' })
  const look = () => disabled.evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor])
  await disabled.waitFor()
  const atRest = await look()
  await disabled.hover()
  // Waits for transitions, in case hovering starts one.
  await disabled.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)))
  expect(await look()).toEqual(atRest)
  await page.getByRole('button', { name: /^Production: / }).click()
  await page.getByRole('switch', { name: 'On in Staging' }).hover()
  await takePicture(page, 'flags-viewer')
})

test('what is typed into a name is text, wherever it is shown', async () => {
  const name = '<img src=x onerror="document.title=1">'
  await api.createFlag({ params, body: { key: 'hostile', name, type: 'boolean' } })
  const page = await openFlags(dashboard, '?q=hostile')
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
  expect(await page.title()).toMatch(/^(\(\d+\) )?Flags · Bunting$/)
})

test('j, k and Enter walk the rows, and the arrow leads from the field into them', async () => {
  const page = await openFlags(dashboard, '?sort=name&type=boolean&client=yes')
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
