import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { flagEditor } from '../support/flag-editor.ts'

const dashboard = await startDashboardHere()
const { api, projectId, environments } = dashboard
const { makeFlag, openFlag } = flagEditor(dashboard)

/** A flag, and another that needs it in Staging. */
const needed = async (key: string, by: string, name: string) => {
  await makeFlag(key, 'boolean', { defaultValue: true })
  await makeFlag(by, 'string', { defaultValue: 'old', prerequisites: [{ flagKey: key, values: [true] }] })
  await api.updateFlag({ params: { projectId, flagKey: by }, body: { name } })
}

test('a flag says which others need it, and warns of them where it is turned off, and in the review', async () => {
  await needed('payments', 'fast-checkout', 'Fast checkout')
  const page = await openFlag('payments', 'staging')
  const list = page.getByRole('list', { name: 'Needed by' })
  const line = 'Fast checkout needs it to answer true; otherwise it gives everyone old'
  await expect.poll(() => list.textContent()).toBe(line)
  expect(await page.getByText('is off with it').count()).toBe(0)

  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByText('1 flag needs it and is off with it:').waitFor()
  await page.getByRole('button', { name: 'Review diff' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 flag needs it and is off with it:').waitFor()
  expect(await dialog.getByRole('list', { name: 'Needed by' }).textContent()).toBe(line)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: 'Fast checkout' }).click()
  await page.getByRole('heading', { name: 'Fast checkout', exact: true }).waitFor()
})

test('the switches of the list say which flags need one, before it is turned off and once it is', async () => {
  await makeFlag('ledger', 'boolean', { defaultValue: false })
  const prerequisites = [{ flagKey: 'ledger', values: [false] }]
  await makeFlag('statements', 'string', { defaultValue: 'old', prerequisites })
  const page = await dashboard.open('/flags?q=ledger')
  await page.getByRole('button', { name: /^Production: / }).click()
  const switches = page.getByRole('dialog', { name: 'ledger in each environment' })
  const list = switches.getByRole('list', { name: 'Needed by' })
  const line = 'statements needs it to answer false; otherwise it gives everyone old'
  await expect.poll(() => list.textContent()).toBe(line)
  expect(await switches.getByText('is off with it').count()).toBe(0)

  await switches.getByRole('switch', { name: 'On in Staging' }).click()
  await switches.getByText('1 flag needs it and is off with it:').waitFor()
  expect(await list.textContent()).toBe(line)
  await list.getByRole('link', { name: 'statements' }).click()
  await page.getByRole('heading', { name: 'statements', exact: true }).waitFor()
})

test('a flag that others need is not archived: the dialog names each, and goes when none does', async () => {
  await needed('accounts', 'profile', 'Profile page')
  const page = await openFlag('accounts', 'staging')
  const archive = async () => {
    await page.getByRole('button', { name: 'More for this flag' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
  }
  await archive()
  const dialog = page.getByRole('dialog', { name: 'accounts is needed' })
  await dialog.getByText('1 flag needs it, so it cannot be archived.').waitFor()
  expect(await dialog.getByRole('list', { name: 'Needed by' }).textContent()).toContain('Staging Profile page needs it')
  await dialog.getByRole('button', { name: 'Close' }).click()

  const params = { projectId, envId: environments.staging ?? '', flagKey: 'profile' }
  await api.createFlagVersion({ params, body: { version: 2, enabled: true, defaultValue: 'old', rules: [] } })
  await page.getByRole('list', { name: 'Needed by' }).waitFor({ state: 'detached' })
  await archive()
  await page.getByRole('button', { name: 'Archive the flag' }).click()
  await page.getByText('accounts is archived').waitFor()
})

test('the palette asks before it turns off what others need, and names them', async () => {
  await makeFlag('stock', 'boolean', { defaultValue: false })
  const prerequisites = [{ flagKey: 'stock', values: [true] }]
  await makeFlag('back-orders', 'string', { defaultValue: 'none', prerequisites })
  const page = await dashboard.open('/flags')
  await page.getByRole('link', { name: 'stock', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('turn stock')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /off in Staging.*needed by others/ }).click()
  const asks = page.getByRole('dialog', { name: 'Turn stock off in Staging?' })
  await asks.getByText('1 flag needs it and is off with it:').waitFor()
  expect(await asks.getByRole('button', { name: 'keep true' }).count()).toBe(0)
  await asks.getByRole('button', { name: 'Turn off', exact: true }).click()
  await page.getByText(/^.?stock.? is off in .?Staging/).waitFor()
})
