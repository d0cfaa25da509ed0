import { expect, test } from 'vitest'
import { uploadReferences } from '../support/code-references.ts'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { openFlags } from '../support/flags-table.ts'
import { rowOf } from '../support/health.ts'
import { addOldFlags, addOneAnswer } from '../support/old-flags.ts'

const dashboard = await startDashboardHere({
  seeded: true,
  members: { Vera: 'viewer' },
  fill: async (dataDir) => {
    await addOldFlags(dataDir, [
      { key: 'old-banner', name: 'Old banner' },
      { key: 'old-theme', name: 'Old theme' },
    ])
    await addOneAnswer(dataDir, 'old-theme', 'true')
  },
})
const { api, projectId } = dashboard

test('as long as no code was scanned, every place says how to upload', async () => {
  const page = await dashboard.open('/flags/checkout-layout?tab=code')
  await page.getByRole('heading', { name: 'No code was scanned yet' }).waitFor()
  await page.getByText('bunting code-refs --upload').waitFor()
  expect(await page.getByRole('navigation', { name: 'Environment' }).count()).toBe(0)

  const settings = await dashboard.open('/settings')
  await settings.getByRole('region', { name: 'Code', exact: true }).getByText('bunting code-refs --upload').waitFor()

  const cleanUp = await dashboard.open('/cleanup')
  await rowOf(cleanUp, 'Old banner').getByRole('button', { name: 'Archive: Old banner' }).waitFor()
  await cleanUp.getByText('What to do is said by usage alone').waitFor()
  await cleanUp.getByText('bunting code-refs --upload').waitFor()
})

test('a flag’s page has the lines that name it, and hears of an upload by itself', async () => {
  const flagKey = 'checkout-layout'
  const page = await dashboard.open(`/flags/${flagKey}?tab=code`)
  await page.getByRole('heading', { name: 'No code was scanned yet' }).waitFor()
  await uploadReferences(dashboard, [
    { flagKey, path: 'src/checkout page.ts', line: 12 },
    { flagKey, path: 'src/keys.ts', line: 3, alias: 'CHECKOUT_LAYOUT' },
  ])
  await uploadReferences(dashboard, [{ flagKey, path: 'src/draft.ts', line: 1 }], { branch: 'draft' })
  const main = page.getByRole('list', { name: 'Lines of acme/shop, main' })
  const link = main.getByRole('link', { name: 'src/checkout page.ts:12' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe(
    'https://code.example/acme/shop/blob/c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff/src/checkout%20page.ts#L12',
  )
  await main.getByText('CHECKOUT_LAYOUT').waitFor()
  await page.getByText('not the default branch').waitFor()
  expect(await page.getByText('c0ffeec0ff', { exact: true }).count()).toBe(2)
})

test('of many lines a page says that it has the first ones, until it has them all', async () => {
  const flagKey = 'many-lines'
  await api.createFlag({ params: { projectId }, body: { key: flagKey, name: 'Many lines', type: 'boolean' } })
  const lines = Array.from({ length: 101 }, (_, at) => ({ flagKey, path: 'src/cart.ts', line: at + 1 }))
  await uploadReferences(dashboard, lines, { repository: 'acme/cart' })
  const page = await dashboard.open(`/flags/${flagKey}?tab=code`)
  await page.getByText('the first 100 lines', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show more lines' }).click()
  await page.getByText('101 lines', { exact: true }).waitFor()
  await uploadReferences(dashboard, [], { repository: 'acme/cart' })
})

test('lines of code are shown once the project keeps them, which an admin decides', async () => {
  const hers = await dashboard.openAs('Vera', '/settings')
  const name = 'Keep the lines of code that name a flag, not only where they are'
  expect(await hers.getByRole('switch', { name }).getAttribute('aria-disabled')).toBe('true')

  const settings = await dashboard.open('/settings')
  const scanned = settings.getByRole('table', { name: 'Scanned code' })
  await scanned.getByRole('row', { name: /acme\/shop main default .* 2$/ }).waitFor()
  await settings.getByRole('switch', { name }).click()
  await expect.poll(async () => (await api.getProject({ params: { projectId } })).codeLines).toBe(true)
  const flagKey = 'checkout-layout'
  const text = "  if (flags.string('checkout-layout') === 'one-page') {"
  await uploadReferences(dashboard, [{ flagKey, path: 'src/checkout.ts', line: 12, text }])
  const page = await dashboard.open(`/flags/${flagKey}?tab=code`)
  await page.getByText("if (flags.string('checkout-layout') === 'one-page') {").waitFor()

  const again = await dashboard.open('/settings')
  await again.getByRole('switch', { name }).click()
  await expect.poll(async () => (await api.getProject({ params: { projectId } })).codeLines).toBeUndefined()
  const { items } = await api.listCodeReferences({ params: { projectId, flagKey } })
  expect(items[0]).not.toHaveProperty('text')
})

test('a column of the list has how many lines name each flag', async () => {
  const page = await openFlags(dashboard)
  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('checkbox', { name: 'In code' }).click()
  await page.keyboard.press('Escape')
  const cell = (name: RegExp) => page.getByRole('row', { name }).locator('td.c-code')
  await expect.poll(() => cell(/Checkout layout/).textContent()).toBe('1 line')
  await expect.poll(() => cell(/Gift cards/).textContent()).toBe('nowhere')
})

test('what to do with a flag that nobody asks for depends on whether code names it', async () => {
  const flagKey = 'old-banner'
  const page = await dashboard.open('/cleanup')
  await rowOf(page, 'Old banner').getByRole('cell', { name: 'nowhere' }).waitFor()
  await rowOf(page, 'Old banner').getByRole('button', { name: 'Archive: Old banner' }).waitFor()
  await uploadReferences(dashboard, [
    { flagKey, path: 'src/banner.ts', line: 4 },
    { flagKey, path: 'src/banner.ts', line: 8 },
  ])
  await rowOf(page, 'Old banner').getByRole('cell', { name: '2 lines', exact: true }).waitFor()
  expect(await page.getByText('bunting code-refs --upload').count()).toBe(0)
  await rowOf(page, 'Old banner').getByRole('button', { name: 'More for Old banner' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive Old banner?' })
  await dialog.getByText('Code still names it, on 2 lines.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await rowOf(page, 'Old banner').getByRole('link', { name: 'Take out of 2 lines, then archive' }).click()
  await page.getByRole('link', { name: 'src/banner.ts:8' }).waitFor()
})

test('a flag that gives everybody the same is taken out of these lines, or its callers are found', async () => {
  const flagKey = 'old-theme'
  await uploadReferences(dashboard, [])
  const page = await dashboard.open('/cleanup')
  const row = rowOf(page, 'Old theme')
  await row.getByRole('link', { name: 'In no scanned code: see who asks' }).waitFor()
  await uploadReferences(dashboard, [{ flagKey, path: 'src/theme.ts', line: 7 }])
  await row.getByRole('link', { name: 'Take out of 1 line, keep true' }).click()
  await page.getByRole('link', { name: 'src/theme.ts:7' }).waitFor()
})

test('a flag that the code lost says where the last line went', async () => {
  const flagKey = 'old-banner'
  const removed = [{ flagKey, commit: 'deadbeef', at: new Date().toISOString(), author: 'Ada' }]
  await uploadReferences(dashboard, [], { removed })
  await uploadReferences(dashboard, [], { branch: 'draft' })
  const page = await dashboard.open(`/flags/${flagKey}?tab=code`)
  await page.getByRole('heading', { name: 'No scanned code names it' }).waitFor()
  await page.getByText(/The last line went from acme\/shop with deadbeef by Ada/).waitFor()
})
