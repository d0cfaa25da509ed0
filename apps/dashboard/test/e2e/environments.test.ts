import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { edgeIsAway } from '../support/edge-is-away.ts'
import { findBarriers, takePicture } from '../support/look.ts'
import { addShopKeys } from '../support/shop-keys.ts'

const dashboard = await startDashboard({ seeded: true })
const { api } = dashboard
const production = await addShopKeys(dashboard)

const openPage = async (): Promise<Page> => {
  const page = await dashboard.open('/environments')
  await page.getByRole('table').waitFor()
  return page
}

test('everybody can use whatever is asked about environments and keys', async () => {
  const page = await openPage()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /^Colour of Staging/ }).click()
  await dialog.getByLabel('Colour', { exact: true }).fill('#8E4EC6')
  await takePicture(page, 'environments-colour')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('switch', { name: 'Production is protected' }).click()
  await dialog.getByText('1 proposal waits there').waitFor()
  await takePicture(page, 'environments-unprotect')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'New environment' }).click()
  await dialog.getByLabel('Name').fill('Canary')
  await dialog.getByLabel('Start with the flags of').selectOption('Production')
  await takePicture(page, 'clone')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel('Name').fill('Pre-production (EU)')
  await dialog.getByRole('button', { name: '#5B8C2A' }).click()
  await dialog.getByLabel('Protected').check()
  await takePicture(page, 'environments-new')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await page.getByRole('region', { name: 'Pre-production (EU)' }).waitFor()
  await takePicture(page, 'environments-four')

  await page.getByRole('button', { name: 'New key' }).click()
  await dialog.getByLabel('Description').fill('Returns worker')
  await takePicture(page, 'environments-new-key')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText(/^sk_\w+$/).waitFor()
  await takePicture(page, 'environments-secret')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel('I have stored it').check()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Rotate Nightly export' }).click()
  await dialog.getByRole('button', { name: 'Make a new secret' }).waitFor()
  await takePicture(page, 'environments-rotate')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Make a new secret' }).click()
  await dialog.getByText('The one before ends in a day.').waitFor()
  await takePicture(page, 'environments-rotated')
  await dialog.getByLabel('I have stored it').check()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await edgeIsAway(page, '**/api-keys/*')
  await page.getByRole('button', { name: 'Revoke Old batch jobs' }).click()
  await dialog.getByRole('button', { name: 'Revoke the key' }).waitFor()
  await takePicture(page, 'environments-revoke')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('Revoked, not yet everywhere', { exact: true }).waitFor()
  await takePicture(page, 'environments-revoked')
})

test('a key that has ended says so, and can be revoked but not rotated', async () => {
  const endsAt = Date.now() + 10 * 60_000
  const expiresAt = new Date(endsAt).toISOString()
  await api.createApiKey({ params: production, body: { type: 'server', description: 'Trial', expiresAt } })
  const page = await openPage()
  await page.clock.setFixedTime(endsAt + 1_000)
  await page.reload()
  await page.getByRole('row', { name: /Trial.*never Expired just now/ }).waitFor()
  await page.getByRole('button', { name: 'Revoke Trial' }).waitFor()
  expect(await page.getByRole('button', { name: 'Rotate Trial' }).count()).toBe(0)
  await takePicture(page, 'environments-keys')
})
