import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { holdBack } from '../support/hold-back.ts'
import { findBarriers, takePicture } from '../support/look.ts'
import { told } from '../support/told.ts'

const dashboard = await startDashboard({ seeded: true })
const { api, projectId, environments } = dashboard

/** The table with this flag at the top, and the switches of its row open. */
const showSwitches = async (page: Page, name: string): Promise<void> => {
  await goTo(page, `/flags?q=${encodeURIComponent(name)}`)
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: /^Production: / })
    .click()
  await page.getByRole('dialog', { name: `${name} in each environment` }).waitFor()
}

test('whatever a change asks and tells, everybody can use it', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('row', { name: /Holiday hero/ }).hover()
  await page.getByRole('button', { name: 'More for Holiday hero' }).click()
  await takePicture(page, 'flags-row-menu')
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await takePicture(page, 'flags-archive')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Archive the flag' }).click()
  await told(page, 'Holiday hero is archived').waitFor()
  await page.getByRole('radio', { name: /^Archived/ }).click()
  await page.getByRole('link', { name: 'Holiday hero' }).waitFor()
  await takePicture(page, 'flags-archived')

  await page.getByRole('button', { name: 'New flag' }).click()
  await page.getByRole('button', { name: 'Create flag' }).click()
  await page.getByText('It needs a name.').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Größe – größer (2.0)')
  const key = page.getByRole('textbox', { name: 'Key', exact: true })
  await key.fill('gift-cards')
  await takePicture(page, 'flags-new')
  expect(await findBarriers(page)).toEqual([])
  await key.fill('big size')
  await page.getByRole('button', { name: 'Create flag' }).click()
  await page.getByText('Only letters, digits, dots, dashes and underscores').waitFor()
  await takePicture(page, 'flags-new-problem')
  await page.keyboard.press('Escape')

  await showSwitches(page, 'Loyalty points banner')
  await takePicture(page, 'flags-switches')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByText('Once it is off everyone still gets true').waitFor()
  await takePicture(page, 'flags-off-true')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Turn off, keep true' }).click()
  await told(page, 'Loyalty points banner is off in Staging').waitFor()
  await takePicture(page, 'flags-turned-off')

  await showSwitches(page, 'Gift cards')
  await page.getByRole('switch', { name: 'On in Production' }).click()
  await page.getByRole('dialog', { name: 'Propose to turn Gift cards off?' }).waitFor()
  await takePicture(page, 'flags-propose')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await showSwitches(page, 'New navigation')
  // Another person saves before the page learns of it.
  const read = await holdBack(page, '**/flags/new-navigation', 'GET')
  const params = { projectId, envId: environments.staging ?? '', flagKey: 'new-navigation' }
  await api.createFlagVersion({ params, body: { version: 2, enabled: true, defaultValue: false, rules: [] } })
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByRole('button', { name: 'Turn off, give false' }).click()
  await told(page, 'Somebody saved another version in Staging first.').waitFor()
  read.letGo()
  await takePicture(page, 'flags-conflict')
})

test('a switch whose request failed goes back at once, and the message names it and stays until it is dismissed', async () => {
  const page = await dashboard.open('/flags?q=payments')
  await page.clock.install()
  await page.getByRole('button', { name: /^Production: / }).click()
  await page.route('**/v1/**', (route) => route.abort())
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByRole('switch', { name: 'On in Development' }).click()
  const message = told(page, 'Payment retries was not turned off in Staging')
  await message.waitFor()
  await told(page, 'Payment retries was not turned off in Development').waitFor()
  for (const name of ['On in Staging', 'On in Development']) {
    expect(await page.getByRole('switch', { name }).isChecked()).toBe(true)
  }
  // Large enough to hit, and equally far from the top and the side.
  const [card, cross] = await Promise.all([
    message.boundingBox(),
    message.getByRole('button', { name: 'Dismiss' }).boundingBox(),
  ])
  if (!card || !cross) throw new Error('The message is not drawn.')
  expect([cross.width, cross.height]).toEqual([28, 28])
  expect(card.x + card.width - (cross.x + cross.width)).toBe(cross.y - card.y)
  await page.clock.fastForward('05:00')
  await message.getByRole('button', { name: 'Dismiss' }).click()
  await message.waitFor({ state: 'detached' })
  await told(page, 'Payment retries was not turned off in Development').waitFor()
})
