import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { everyone, manyFlags, openAction, previewOf } from '../support/many-flags.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { 'Maya Okafor': 'editor', Vera: 'viewer' } })
const { api, projectId } = dashboard
const { idOf, save, versionOf, make: makeFlags } = manyFlags(dashboard)

const undoAll = (page: Page) => page.getByRole('button', { name: 'Undo all of it' }).click()

test('ten flags are promoted together, as a dry run said, and all of it is taken back', async () => {
  const keys = await makeFlags('promoted', 10)
  const page = await dashboard.openAs('Maya Okafor', '/flags?q=promoted&sort=name')
  await page.getByRole('link', { name: 'The promoted-10' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByText('10 flags selected').waitFor()
  await openAction(page, 'Promote')
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Development' })
  await page.getByText('10 change', { exact: true }).waitFor()
  await previewOf(page).getByText('off → on for everyone').first().waitFor()
  await previewOf(page).getByText('nothing yet → on for everyone').first().waitFor()
  expect(await versionOf('promoted-02', 'development')).toBeUndefined()
  await page.getByLabel(/^Why/).fill('The autumn release')
  await page.getByRole('button', { name: 'Promote 10 flags to Development' }).click()
  await page.getByText('10 flags are in Development as in Staging.').waitFor()
  for (const key of keys)
    expect(await versionOf(key, 'development')).toMatchObject({ enabled: true, defaultValue: true })
  const place = { projectId, envId: idOf('development'), flagKey: 'promoted-01' }
  const { items } = await api.listFlagVersions({ params: place })
  expect(items[0]).toMatchObject({ version: 2, comment: 'The autumn release' })

  await undoAll(page)
  await page.getByText('All of it is as it was.').waitFor()
  expect(await versionOf('promoted-01', 'development')).toMatchObject({
    version: 3,
    enabled: false,
    defaultValue: false,
  })
  // There was no version before, so "off" is the closest state to restore.
  expect(await versionOf('promoted-02', 'development')).toMatchObject({ version: 2, enabled: false })
})

test('a range of rows is turned off, what fails is told, and the rest can be taken back', async () => {
  await makeFlags('turned', 4)
  await api.createFlag({ params: { projectId }, body: { key: 'turned-text', name: 'The turned-text', type: 'string' } })
  const page = await dashboard.openAs('Maya Okafor', '/flags?q=turned&sort=name')
  await page.getByRole('checkbox', { name: 'Select The turned-01' }).check()
  await page.getByRole('checkbox', { name: 'Select The turned-03' }).click({ modifiers: ['Shift'] })
  await page.getByText('3 flags selected').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('4 flags selected').waitFor()
  await openAction(page, 'Turn on or off')
  await page.getByRole('radio', { name: 'Off' }).click()
  await page.getByText('Where off would still give true, the default, give false instead').waitFor()
  await page.getByLabel('Where', { exact: true }).selectOption({ label: 'Staging' })
  const countLines = (text: string) => previewOf(page).getByRole('listitem').filter({ hasText: text }).count()
  await expect.poll(() => countLines('on for everyone → off; everyone gets false')).toBe(3)
  expect(await countLines('has nothing here yet')).toBe(1)
  // Another person changes one of them first.
  await save('turned-02', 'staging', 2, everyone(true))
  await page.getByRole('button', { name: 'Turn 3 flags off in' }).click()
  await page.getByText('2 flags are off in Staging.').waitFor()
  await page.getByText('1 flag was not changed').click()
  await page.getByRole('status').getByText('The turned-02').waitFor()
  expect(await versionOf('turned-01', 'staging')).toMatchObject({ version: 2, enabled: false, defaultValue: false })
  expect(await versionOf('turned-02', 'staging')).toMatchObject({ version: 2, enabled: true })
  await undoAll(page)
  await page.getByText('All of it is as it was.').waitFor()
  expect(await versionOf('turned-01', 'staging')).toMatchObject({ version: 3, enabled: true, defaultValue: true })
  expect(await versionOf('turned-02', 'staging')).toMatchObject({ version: 2 })
})

test('a protected environment gets proposals, and the undo withdraws them', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/flags')
  for (const name of ['Checkout layout', 'Gift cards', 'Holiday hero']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  }
  await openAction(page, 'Turn on or off')
  await page.getByLabel('Where', { exact: true }).selectOption({ label: 'Production, protected' })
  await page.getByRole('radio', { name: 'Off' }).click()
  await previewOf(page).getByText('a proposal is waiting already, one at a time').waitFor()
  await page.getByText('1 becomes a proposal').waitFor()
  await page.getByRole('button', { name: 'Propose to turn 1 flag off' }).click()
  await page.getByText('1 proposal waits for somebody else.').waitFor()
  const pending = async () =>
    (await api.listProjectProposals({ params: { projectId }, query: { status: 'pending' } })).items
  expect(await pending()).toHaveLength(2)
  await undoAll(page)
  await page.getByText('All of it is as it was.').waitFor()
  expect(await pending()).toHaveLength(1)
})

test('tags, an owner and the archive are changed for several, each with one undo', async () => {
  await makeFlags('sorted', 3)
  const page = await dashboard.openAs('Maya Okafor', '/flags?q=sorted&sort=name')
  const selectAll = page.getByRole('checkbox', { name: 'Select all that are shown' })
  await page.getByRole('link', { name: 'The sorted-03' }).waitFor()
  await selectAll.check()
  await openAction(page, 'Tag')
  await page.getByLabel('Add', { exact: true }).fill('autumn')
  await page.keyboard.press('Enter')
  await previewOf(page).getByText('+ autumn').first().waitFor()
  await page.getByRole('button', { name: 'Tag 3 flags' }).click()
  await page.getByText('3 flags have their new tags.').waitFor()
  await undoAll(page)
  await page.getByText('All of it is as it was.').waitFor()
  expect(await api.getFlag({ params: { projectId, flagKey: 'sorted-01' } })).not.toHaveProperty('tags')

  await selectAll.check()
  await openAction(page, 'Owner')
  await page.getByRole('dialog').getByLabel('Owner').selectOption({ label: 'Vera' })
  await previewOf(page).getByText('nobody → Vera').first().waitFor()
  await page.getByRole('button', { name: 'Give them 3 flags' }).click()
  await page.getByText('Vera owns 3 flags more.').waitFor()

  await selectAll.check()
  await openAction(page, 'Archive')
  await page.getByRole('button', { name: 'Archive 3 flags' }).click()
  await page.getByText('3 flags are archived.').waitFor()
  await page.getByText('3 archived flags do.').waitFor()
  await undoAll(page)
  await page.getByText('All of it is as it was.').waitFor()
  await page.getByRole('link', { name: 'The sorted-03' }).waitFor()
  expect(await api.getFlag({ params: { projectId, flagKey: 'sorted-01' } })).toMatchObject({ archivedAt: null })
})

test('several are archived with the warning that one has: who still asks comes first, and what others need stays', async () => {
  const [asked = '', needed = '', quiet = ''] = await makeFlags('leaving', 3)
  const needs = { ...everyone(true), prerequisites: [{ flagKey: needed, values: [true] }] }
  await api.createFlag({ params: { projectId }, body: { key: 'staying', name: 'Staying', type: 'boolean' } })
  await api.createFlagVersion({
    params: { projectId, envId: idOf('staging'), flagKey: 'staying' },
    body: { version: 1, ...needs },
  })
  const evaluation = { sdkType: 'server' as const, sdkVersion: '1', evaluatedAt: Date.now(), count: 12 }
  const event = {
    flagKey: asked,
    environmentId: idOf('staging'),
    value: true,
    reason: 'DEFAULT' as const,
    ...evaluation,
  }
  await api.recordEvents({ body: { events: [event] } })
  const day = async () => (await api.getDayUsage({ params: { projectId, flagKey: asked } })).items.length
  await expect.poll(day).toBe(1)

  const page = await dashboard.openAs('Maya Okafor', '/flags?q=leaving&sort=name')
  await page.getByRole('link', { name: 'The leaving-03' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await openAction(page, 'Archive')
  const dialog = page.getByRole('dialog', { name: 'Archive 3 flags?' })
  await dialog.getByText('1 of them is still asked for').waitFor()
  const lines = await dialog.getByRole('list', { name: 'Flag by flag' }).getByRole('listitem').allInnerTexts()
  expect(lines[0]).toContain('The leaving-01')
  expect(lines[0]).toContain('by server SDKs: 12 times')
  await dialog.getByText('staying needs it, so it stays.').waitFor()
  const archive = dialog.getByRole('button', { name: 'Archive 2 flags, leave 1' })
  expect(await archive.getAttribute('class')).toContain('danger')
  await archive.click()
  await page.getByText('2 flags are archived.').waitFor()
  expect(await api.getFlag({ params: { projectId, flagKey: needed } })).toMatchObject({ archivedAt: null })
  expect(await api.getFlag({ params: { projectId, flagKey: quiet } })).not.toMatchObject({ archivedAt: null })
})

test('a viewer learns why nothing can be done with what is selected', async () => {
  const page = await dashboard.openAs('Vera', '/flags?q=gift')
  await page.getByRole('checkbox', { name: 'Select Gift cards' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).focus()
  const reason = page.getByRole('tooltip', { name: /^You can look, not change/ })
  await reason.waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(0)
  // The first Escape closes the tooltip with the reason.
  await page.keyboard.press('Escape')
  await reason.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
})
