import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { namesOf, setMoreFilter } from '../support/flags-table.ts'
import { goTo } from '../support/go-to.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { 'Maya Okafor': 'editor', Vera: 'viewer' } })
const { api, projectId, environments } = dashboard
const params = { projectId }

test('a flag gets tags, an owner, a kind and an end in its dialog, and the list finds it by them', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/flags/gift-cards')
  await page.getByRole('button', { name: 'Edit name and description' }).click()
  await page.getByLabel('Tags').fill('checkout, seasonal')
  await page.keyboard.press('Enter')
  await page.getByLabel('Owner').selectOption({ label: 'Maya Okafor (you)' })
  await page.getByLabel('Kind').selectOption('release')
  await page.getByLabel('Expected end').fill('2026-01-31')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const facts = page.getByRole('list', { name: 'About this flag' })
  await facts.getByText('Was to end 31 Jan 2026').waitFor()
  expect(await facts.getByRole('listitem').allTextContents()).toEqual([
    'Owned by Maya Okafor',
    'Release',
    'Was to end 31 Jan 2026',
    'checkout',
    'seasonal',
  ])
  expect(await api.getFlag({ params: { projectId, flagKey: 'gift-cards' } })).toMatchObject({
    tags: ['checkout', 'seasonal'],
    kind: 'release',
    expectedEnd: '2026-01-31',
  })

  await goTo(page, '/flags')
  await page.getByRole('row', { name: /Gift cards.*Was to end 31 Jan 2026/ }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('seasonal cards')
  await expect.poll(() => namesOf(page)).toEqual(['Gift cards'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'checkout' }).click()
  await page.getByRole('button', { name: 'Owner', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Me', exact: true }).click()
  await setMoreFilter(page, 'End', 'Past')
  await page.waitForURL(/tag=checkout&owner=me&end=past/)
  await expect.poll(() => namesOf(page)).toEqual(['Gift cards'])
  await page.getByRole('button', { name: 'Owner: Me' }).click()
  await page.getByRole('menuitemradio', { name: 'Nobody' }).click()
  await page.getByRole('heading', { name: 'No flag fits these filters' }).waitFor()
})

test('a new flag says where it is at first, and a protected environment gets a proposal', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/flags?new=flag')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gift wrapping')
  await page.getByLabel('At first in Production').getByRole('radio', { name: 'Off' }).click()
  await page.getByLabel('At first in Development').getByRole('radio', { name: 'On' }).click()
  await page.getByText('Tags, owner, kind and end').click()
  await page.getByLabel('Tags').fill('checkout')
  await page.getByRole('button', { name: 'Create flag' }).click()
  await page.waitForURL('**/flags/gift-wrapping?env=development')
  const made = await api.getFlag({ params: { projectId, flagKey: 'gift-wrapping' } })
  expect(made.tags).toEqual(['checkout'])
  expect(Object.keys(made.versions)).toEqual([environments.development])
  expect(made.versions[environments.development ?? '']?.config).toMatchObject({ version: 1, enabled: true })
  const { items } = await api.listProjectProposals({ params, query: { status: 'pending' } })
  expect(items.find(({ flagId }) => flagId === made.id)).toMatchObject({
    environmentId: environments.production,
    proposedConfig: { enabled: false },
  })
})

test('groups fold, and as a view they are everybody’s, until somebody deletes it', async () => {
  await api.updateFlag({ params: { projectId, flagKey: 'holiday-hero' }, body: { tags: ['marketing'] } })
  const page = await dashboard.openAs('Maya Okafor', '/flags')
  await page.getByRole('button', { name: /^Sorted by/ }).click()
  await page.getByRole('group', { name: 'Group by' }).getByRole('menuitemradio', { name: 'Tag' }).click()
  const marketing = page.getByRole('button', { name: /^marketing/ })
  await expect.poll(() => marketing.textContent()).toBe('marketing1')
  await page.getByRole('link', { name: 'Holiday hero' }).waitFor()
  await marketing.click()
  await page.getByRole('link', { name: 'Holiday hero' }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('By tag')
  await page.keyboard.press('Enter')
  const views = page.getByRole('navigation', { name: 'Views' })
  const byTag = views.getByRole('link', { name: 'By tag' })
  await byTag.and(page.locator('[aria-current]')).waitFor()
  await page.waitForURL(/group=tag&view=view_/)
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  await byTag.getByText('changed').waitFor()
  await views.getByRole('link', { name: 'Back to By tag as it was saved' }).click()
  await byTag.getByText('changed').waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'Replace view' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await byTag.and(page.locator('[aria-current]')).waitFor()
  await byTag.getByText('changed').waitFor({ state: 'detached' })

  const vera = await dashboard.openAs('Vera', '/flags')
  await vera.getByRole('link', { name: 'By tag' }).click()
  await vera.getByRole('button', { name: /^marketing/ }).waitFor()
  await vera.getByRole('button', { name: 'Delete the view By tag' }).focus()
  await vera.getByRole('tooltip', { name: /^You can look, not change/ }).waitFor()

  await page.getByRole('button', { name: 'Delete the view By tag' }).click()
  await page.getByRole('button', { name: 'Delete the view', exact: true }).click()
  await byTag.waitFor({ state: 'detached' })
  // Other people's pages are updated too.
  await vera
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'By tag' })
    .waitFor({ state: 'detached' })
})

test('a favourite is one person’s own', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/flags')
  const star = page.getByRole('button', { name: 'Payment retries is a favourite' })
  await star.click()
  await page.getByRole('link', { name: 'Favourites' }).click()
  await expect.poll(() => namesOf(page)).toEqual(['Payment retries'])
  await page.reload()
  await page.getByRole('link', { name: 'Payment retries' }).waitFor()
  const vera = await dashboard.openAs('Vera', '/flags?favourite=yes')
  await vera.getByRole('heading', { name: 'No flag fits these filters' }).waitFor()
  await star.click()
  await page.getByRole('heading', { name: 'No flag fits these filters' }).waitFor()
})
