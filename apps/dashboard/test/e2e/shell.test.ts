import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true })

test('the page to sign in fits every window and everybody can use it', async () => {
  const page = await dashboard.openSignedOut('/')
  await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
  await page.getByText('one-time link').waitFor()
  expect(await findProblems(page, 'sign-in')).toEqual([])
})

test('on a narrow window the pages are in a drawer', async () => {
  const page = await dashboard.open('/flags', { width: 400 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await takePicture(page, 'drawer')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('heading', { name: 'Members', exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('a chosen theme stays, and holds before the first paint', async () => {
  const page = await dashboard.open('/flags', { theme: 'light' })
  await page.getByRole('button', { name: /Switch project/ }).click()
  await page.getByRole('menuitem', { name: 'New project' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Store <b>front</b>')
  await takePicture(page, 'new-project')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /your account/ }).click()
  await takePicture(page, 'account')
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.reload()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})
