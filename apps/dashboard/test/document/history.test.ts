import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { comparison, flagVersions, history } from '../support/history.ts'
import { holdAnswer } from '../support/hold-back.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { 'Vera Viewer': 'viewer' } })
const { api, projectId, environments } = dashboard

const { save, makeBusyFlag } = flagVersions(dashboard)
await makeBusyFlag('busy')

const versions = (page: Page) => page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
const row = (page: Page, version: number) => versions(page).filter({ hasText: `Version ${version}` })
const changes = (page: Page) => page.getByRole('list', { name: 'Changes' }).getByRole('heading').allTextContents()

test('each version says in words what it changed, by whom and when', async () => {
  const page = await dashboard.open(history('new-navigation', 'production'))
  await row(page, 3)
    .getByText(/Rule 1, Rollout: rollout from 25\s% to 50\s%/)
    .waitFor()
  await row(page, 3).getByText('Live').waitFor()
  await row(page, 1)
    .getByText(/First version, rolled out to 10\s%/)
    .waitFor()
  await row(page, 2).getByText('First server key').waitFor()
  expect(await versions(page).count()).toBe(3)
})

test('any two versions are compared, by click and by keys', async () => {
  const page = await dashboard.open(history('busy', 'staging'))
  await comparison(page, 'Version 3 to version 4')
  await page.getByRole('button', { name: 'Compare version 2' }).click()
  await comparison(page, 'Version 2 to version 4')
  expect(await changes(page)).toEqual([
    'Rule added, turned off',
    'Rollout from 10\u00a0% to 25\u00a0%',
    'Added DE',
    'Gets compact instead of classic',
  ])
  await row(page, 3)
    .getByRole('button', { name: /^Version 3/ })
    .focus()
  await page.keyboard.press('b')
  await comparison(page, 'Version 2 to version 3')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await comparison(page, 'Version 1 to version 3')
  // The comparison is stored in the address.
  await page.reload()
  await comparison(page, 'Version 1 to version 3')
  await row(page, 2)
    .getByRole('button', { name: /^Version 2/ })
    .click()
  await comparison(page, 'Version 1 to version 2')
})

test('the JSON is one click away', async () => {
  const page = await dashboard.open(history('busy', 'staging'))
  await page.getByRole('radio', { name: 'JSON' }).click()
  const json = page.getByRole('region', { name: 'The change as JSON' })
  await json.getByText('+   "defaultValue": "compact",').waitFor()
  await json.getByText('-   "defaultValue": "classic",').waitFor()
})

test('an old version is restored as a new one', async () => {
  await makeBusyFlag('restored')
  const page = await dashboard.open(`${history('restored', 'staging')}&a=2`)
  await page.getByText('Restoring makes version 5.').waitFor()
  await page.getByRole('button', { name: 'Restore version 2' }).click()
  await page.getByText('Saved as version 5', { exact: true }).waitFor()
  await row(page, 5).getByText('Live').waitFor()
  await row(page, 5).getByText('You').waitFor()
  // It got the focus by the click: the tooltip with the reason only opens when the focus returns.
  const again = page.getByRole('button', { name: 'Restore version 2' })
  await again.blur()
  await again.focus()
  await page.getByRole('tooltip', { name: 'What is live now is the same.' }).waitFor()
  const flag = await api.getFlag({ params: { projectId, flagKey: 'restored' } })
  expect(flag.versions[environments.staging ?? '']).toMatchObject({
    version: 5,
    config: { defaultValue: 'classic', rules: [{ name: 'Pilot countries', rolloutPercentage: 10 }] },
  })
})

test('in a protected environment restoring makes a proposal', async () => {
  const page = await dashboard.open(history('new-navigation', 'production'))
  await row(page, 1).getByRole('button', { name: 'More for version 1' }).click()
  await page.getByRole('menuitem', { name: 'Restore version 1' }).click()
  await page.getByRole('heading', { name: 'Change to New navigation' }).waitFor()
  await page.getByText(/Rollout from 50\s% to 10\s%/).waitFor()
  // A second proposal has to wait.
  await page.goto(page.url().replace(/proposals\/.*/, history('new-navigation', 'production').slice(1)))
  const restore = page.getByRole('button', { name: 'Restore version 2' })
  await restore.focus()
  await page.getByRole('tooltip', { name: /A proposal is waiting in Production already/ }).waitFor()
  expect(await restore.getAttribute('aria-disabled')).toBe('true')
  // The reason is also readable without hovering.
  await page.getByText('Version 2 cannot be restored: A proposal is waiting in Production already').waitFor()
})

test('whoever may only look is told why they cannot restore', async () => {
  const page = await dashboard.openAs('Vera Viewer', history('busy', 'staging'))
  await page.getByRole('button', { name: 'Restore version 3' }).focus()
  await page.getByRole('tooltip', { name: /You can look, not change/ }).waitFor()
})

/** A flag whose versions do not fit on the first page. */
const makeLongFlag = async (key: string): Promise<void> => {
  await api.createFlag({ params: { projectId }, body: { key, name: 'Long', type: 'number' } })
  for (let version = 1; version <= 105; version++) await save(key, version, { defaultValue: version })
}
await makeLongFlag('long')
await makeLongFlag('growing')

test('a long history comes page by page', async () => {
  const page = await dashboard.open(history('long', 'staging'))
  await row(page, 105).getByText('Everyone: gets 105 instead of 104').waitFor()
  expect(await versions(page).count()).toBe(99)
  await page.getByRole('button', { name: 'Show older versions' }).click()
  await row(page, 2).filter({ hasText: 'gets 2 instead of 1' }).waitFor()
  expect(await versions(page).count()).toBe(105)
})

test('older versions that are asked for come, though a newer one is saved meanwhile', async () => {
  const page = await dashboard.open(history('growing', 'staging'))
  await row(page, 105).waitFor()
  const older = await holdAnswer(page, '**/growing/versions?*cursor=*', 'GET')
  await page.getByRole('button', { name: 'Show older versions' }).click()
  await older.answered
  await save('growing', 106, { defaultValue: 106 })
  await row(page, 106).waitFor()
  older.letGo()
  await row(page, 2).filter({ hasText: 'gets 2 instead of 1' }).waitFor()
  await row(page, 106).waitFor()
})

test('a newer version shows, though older ones are asked for while it is read', async () => {
  const page = await dashboard.open(history('growing', 'staging'))
  await row(page, 106).waitFor()
  const newest = await holdAnswer(page, '**/growing/versions?limit=100', 'GET')
  await save('growing', 107, { defaultValue: 107 })
  await newest.answered
  await page.getByRole('button', { name: 'Show older versions' }).click()
  newest.letGo()
  await row(page, 2).filter({ hasText: 'gets 2 instead of 1' }).waitFor()
  await row(page, 107).waitFor()
})

test('a version that is saved while the history is first read shows', async () => {
  await makeBusyFlag('meanwhile')
  const page = await dashboard.open('/flags/meanwhile?env=staging')
  await page.getByRole('link', { name: 'History' }).waitFor()
  const first = await holdAnswer(page, '**/meanwhile/versions?*', 'GET')
  await page.getByRole('link', { name: 'History' }).click()
  await first.answered
  await save('meanwhile', 5, { defaultValue: 'classic' })
  await api.updateFlag({ params: { projectId, flagKey: 'meanwhile' }, body: { name: 'Told by now' } })
  await page.getByRole('heading', { name: 'Told by now' }).waitFor()
  first.letGo()
  await row(page, 5).waitFor()
})

test('where there is no version the page says what to do', async () => {
  const page = await dashboard.open(history('recs-carousel', 'staging'))
  await page.getByRole('heading', { name: 'No version in Staging yet' }).waitFor()
})
