import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'

const dashboard = await startDashboardHere({ seeded: true })
const { api, projectId, environments } = dashboard
const managedBy = 'git:acme/shop'
const envId = environments.staging ?? ''

const manage = (flagKey: string) => api.updateFlag({ params: { projectId, flagKey }, body: { managedBy } })
const versionOf = async (flagKey: string) =>
  (await api.getFlag({ params: { projectId, flagKey } })).versions[envId]?.version ?? 0

const tickText = /^This is managed in .*acme\/shop.*; the next apply will name it as drift$/

test('a managed flag says where, on its page and in the list, and is saved with a tick alone', async () => {
  await manage('new-navigation')
  const before = await versionOf('new-navigation')
  const list = await dashboard.open('/flags?q=new-navigation')
  await list.getByText('Managed in Git: acme/shop').waitFor()

  const page = await dashboard.open('/flags/new-navigation?env=staging')
  await page.getByText('Managed in Git: acme/shop').waitFor()
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  const save = bar.getByRole('button', { name: `Save as version ${before + 1}` })
  expect(await save.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Control+s')
  await bar.getByLabel('Why').press('Enter')
  expect(await versionOf('new-navigation')).toBe(before)
  await bar.getByRole('checkbox', { name: tickText }).click()
  await save.click()
  await page.getByText(`Saved as version ${before + 1}`, { exact: true }).waitFor()
  expect(await versionOf('new-navigation')).toBe(before + 1)
})

test('in the list, a managed flag is turned on and off with a tick', async () => {
  await manage('gift-cards')
  const before = await versionOf('gift-cards')
  const page = await dashboard.open('/flags?q=gift-cards')
  await page.getByRole('button', { name: /^Production: / }).click()
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn Gift cards off in Staging?' })
  const off = dialog.getByRole('button', { name: 'Turn off, give false' })
  expect(await off.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByRole('checkbox', { name: tickText }).click()
  await off.click()
  await expect.poll(() => versionOf('gift-cards')).toBe(before + 1)
})

test('the name of a managed flag changes with a tick, and so does whether it is archived', async () => {
  await manage('loyalty-banner')
  const page = await dashboard.open('/flags/loyalty-banner')
  await page.getByRole('button', { name: 'Edit name and description' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit flag' })
  await edit.getByLabel('Name', { exact: true }).fill('Points banner')
  expect(await edit.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await edit.getByRole('checkbox', { name: tickText }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Points banner' }).waitFor()

  await page.getByRole('button', { name: 'More for this flag' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  const archive = page.getByRole('dialog', { name: 'Archive Points banner?' })
  expect(await archive.getByRole('button', { name: 'Archive the flag' }).getAttribute('aria-disabled')).toBe('true')
  await archive.getByRole('checkbox', { name: tickText }).click()
  await archive.getByRole('button', { name: 'Archive the flag' }).click()
  await page.getByText('archived', { exact: true }).waitFor()
})

test('a managed segment says where, on its page and in the list, and its name changes with a tick', async () => {
  const segmentKey = 'managed-team'
  const params = { projectId, segmentKey }
  await api.createSegment({ params: { projectId }, body: { key: segmentKey, name: 'Managed team', managedBy } })
  const list = await dashboard.open('/segments')
  await list.getByText('Managed in Git: acme/shop').waitFor()
  const page = await dashboard.open(`/segments/${segmentKey}`)
  await page.getByText('Managed in Git: acme/shop').waitFor()
  await page.getByRole('button', { name: 'Edit name and description' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit segment' })
  await edit.getByLabel('Name', { exact: true }).fill('Renamed team')
  await edit.getByLabel('Name', { exact: true }).press('Enter')
  expect(await api.getSegment({ params })).toMatchObject({ name: 'Managed team' })
  await edit.getByRole('checkbox', { name: tickText }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Renamed team' }).waitFor()
})

test('what is managed nowhere else asks for no tick', async () => {
  const page = await dashboard.open('/flags/holiday-hero?env=staging')
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor()
  expect(await page.getByRole('checkbox', { name: tickText }).count()).toBe(0)
  expect(await page.getByText('Managed in').count()).toBe(0)
})
