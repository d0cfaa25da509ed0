import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { countClicks, expectAtMost, typeInto } from '../support/clicks.ts'
import { startDashboard } from '../support/dashboard.ts'
import { told } from '../support/told.ts'
import { attribute } from '../support/try-it.ts'

// Each task begins at the page where a person would begin, and every click counts: a path that grows longer fails here.

const { api, projectId, environments, open } = await startDashboard()
const place = (flagKey: string, slug = 'production') => ({ projectId, flagKey, envId: environments[slug] ?? '' })

const share = (rolloutPercentage: number) => ({
  enabled: true,
  defaultValue: false,
  rules: [{ id: 'some', name: 'Some', value: true, rolloutPercentage }],
})

const makeFlag = async (key: string, slugs: readonly string[] = ['production']): Promise<void> => {
  await api.createFlag({ params: { projectId }, body: { key, name: key, type: 'boolean' } })
  for (const slug of slugs)
    await api.createFlagVersion({ params: place(key, slug), body: { version: 1, ...share(10) } })
}

const configOf = async (flagKey: string, slug?: string) => {
  const { envId } = place(flagKey, slug)
  return (await api.getFlag({ params: { projectId, flagKey } })).versions[envId]?.config
}

const development = { projectId, envId: environments.development ?? '' }
await api.updateEnvironment({ params: development, body: { protected: true, emergency: true } })

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })

/** Waits for the whole page: a flag's page is drawn twice while it loads, and a click in between would be lost. */
const whenThere = (page: Page) => page.getByRole('article', { name: 'Default' }).waitFor()

const begin = async (path: string) => {
  const page = await open(path)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  return { page, clicks: await countClicks(page) }
}

test('a flag is off in production by two clicks, and one click takes it back', async () => {
  await makeFlag('turned-off')
  const { page, clicks } = await begin('/flags')
  await row(page, 'turned-off')
    .getByRole('button', { name: /^Production: / })
    .click()
  await page.getByRole('switch', { name: 'On in Production' }).click()
  await told(page, 'turned-off is off in Production').waitFor()
  expect(await configOf('turned-off')).toMatchObject({ version: 2, enabled: false })
  await expectAtMost(2, clicks)

  const before = await clicks()
  await told(page, 'turned-off is off in Production').getByRole('button', { name: 'Undo' }).click()
  await told(page, 'turned-off is back in Production').waitFor()
  expect(await configOf('turned-off')).toMatchObject({ version: 3, enabled: true })
  await expectAtMost(before + 1, clicks)
})

test('a rollout goes from 10 to 50 % by three clicks', async () => {
  await makeFlag('rolled')
  const { page, clicks } = await begin('/flags')
  await page.getByRole('link', { name: 'rolled', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Share of rule 1, in percent' })
  await field.click()
  await typeInto(field, '50')
  await page.getByRole('button', { name: 'Save as version 2' }).click()
  await page.getByText('Saved as version 2', { exact: true }).waitFor()
  expect(await configOf('rolled')).toMatchObject({ rules: [{ rolloutPercentage: 50 }] })
  await expectAtMost(3, clicks)
})

test('a ramp over a day is under way by two clicks', async () => {
  await makeFlag('ramped')
  const { page, clicks } = await begin('/flags/ramped?env=production')
  await whenThere(page)
  await page.getByRole('button', { name: 'Ramp or schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change ramped over time' })
  await dialog.getByText('10 steps, one every 2 h 24 min').waitFor()
  await dialog.getByRole('button', { name: 'Start the ramp' }).click()
  await page.getByRole('region', { name: 'Schedule' }).getByText('A schedule is running.').waitFor()
  const [made] = (await api.listFlagSchedules({ params: place('ramped') })).items
  expect(made).toMatchObject({ status: 'running' })
  expect(made?.steps.at(-1)?.change).toEqual({ rules: { some: { rolloutPercentage: 100 } } })
  await expectAtMost(2, clicks)
})

test('a person is in a segment by three clicks', async () => {
  await api.createSegment({ params: { projectId }, body: { key: 'testers', name: 'Testers' } })
  const { page, clicks } = await begin('/segments')
  await page.getByRole('button', { name: 'Add an id to Testers' }).click()
  await typeInto(page.getByLabel('Add a userId'), 'u-20418')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('u-20418 is in Testers', { exact: true }).waitFor()
  const { versions } = await api.getSegment({ params: { projectId, segmentKey: 'testers' } })
  expect(versions[environments.production ?? '']?.config).toMatchObject({ included: ['u-20418'] })
  await expectAtMost(3, clicks)
})

test('why somebody gets an answer is there by four clicks', async () => {
  await makeFlag('asked')
  const { page, clicks } = await begin('/flags')
  await page.getByRole('link', { name: 'One person' }).click()
  await attribute(page, 'userId').click()
  await typeInto(attribute(page, 'userId'), 'u-20418')
  await page
    .getByRole('row', { name: /asked/ })
    .getByRole('button', { name: /^Production: / })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Why asked answers this in Production/ })
  await dialog.getByText(/bucket/).waitFor()
  const { result } = await api.explainFlag({ params: place('asked'), body: { context: { userId: 'u-20418' } } })
  await dialog.getByText(String(result.value), { exact: true }).first().waitFor()
  await expectAtMost(4, clicks)
})

test('who changed a flag is there by two clicks', async () => {
  await makeFlag('changed')
  await api.createFlagVersion({
    params: place('changed'),
    body: { version: 2, ...share(20), comment: 'A little more' },
  })
  const { page, clicks } = await begin('/flags')
  await page.getByRole('link', { name: 'changed', exact: true }).click()
  await whenThere(page)
  await page.getByRole('link', { name: 'History' }).click()
  const newest = page.getByRole('main').getByRole('listitem').filter({ hasText: 'A little more' })
  await newest.getByText('First server key').waitFor()
  await expectAtMost(2, clicks)
})

test('a proposal is approved by two clicks', async () => {
  await makeFlag('proposed', [])
  const params = place('proposed', 'development')
  await api.createProposal({ params, body: { version: 0, ...share(10) } })
  const { page, clicks } = await begin('/proposals')
  await page.getByRole('button', { name: 'Approve the change to proposed in Development' }).click()
  await page.getByRole('button', { name: 'Approve as version 1' }).click()
  await told(page, 'Approved').waitFor()
  expect(await configOf('proposed', 'development')).toMatchObject({ version: 1, enabled: true })
  await expectAtMost(2, clicks)
})

test('ten flags are promoted by six clicks', async () => {
  const keys = Array.from({ length: 10 }, (_, at) => `promoted-${at}`)
  for (const key of keys) await makeFlag(key, ['staging'])
  const { page, clicks } = await begin('/flags')
  const search = page.getByLabel('Find by any words')
  await search.click()
  await typeInto(search, 'promoted-')
  await page
    .getByRole('status')
    .filter({ hasText: /^10 of/ })
    .waitFor({ state: 'attached' })
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Promote' }).click()
  await page.getByRole('button', { name: 'Promote 10 flags to Production' }).click()
  await page.getByText('10 flags are in Production as in Staging.').waitFor()
  for (const key of keys) expect(await configOf(key)).toMatchObject({ version: 1, enabled: true })
  await expectAtMost(6, clicks)
})

test('in an emergency a flag is off where changes are proposed, by four clicks', async () => {
  await makeFlag('broken', [])
  const params = place('broken', 'development')
  const begun = { version: 1, ...share(10), emergency: true, comment: 'It has to begin somewhere' }
  await api.createFlagVersion({ params, body: begun })
  const { page, clicks } = await begin('/flags')
  await row(page, 'broken')
    .getByRole('button', { name: /^Production: / })
    .click()
  await page.getByRole('switch', { name: 'On in Development' }).click()
  await page.getByRole('button', { name: 'Save in an emergency' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save in Development past the proposals?' })
  await typeInto(dialog.getByLabel('Why'), 'It shows wrong points')
  await dialog.getByRole('button', { name: 'Turn it off now' }).click()
  await page.getByText('Saved past the proposals', { exact: true }).waitFor()
  expect(await configOf('broken', 'development')).toMatchObject({ version: 2, enabled: false })
  await expectAtMost(4, clicks)
})

test('five flags past their end are archived by five clicks', async () => {
  const keys = Array.from({ length: 5 }, (_, at) => `ended-${at}`)
  for (const key of keys) {
    await makeFlag(key)
    const body = { expectedEnd: '2026-01-31', kind: 'release' } as const
    await api.updateFlag({ params: { projectId, flagKey: key }, body })
  }
  const { page, clicks } = await begin('/flags')
  await page.getByRole('link', { name: 'Clean up' }).click()
  await page.getByRole('radio', { name: /^Past its end/ }).click()
  await row(page, 'ended-4').waitFor()
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive 5 flags' }).click()
  await page.getByText('5 flags are archived').waitFor()
  for (const flagKey of keys) {
    const { archivedAt } = await api.getFlag({ params: { projectId, flagKey } })
    expect(archivedAt).not.toBeNull()
  }
  await expectAtMost(5, clicks)
})

test('what differs between staging and production is there by one click', async () => {
  await makeFlag('only-staging', ['staging'])
  const { page, clicks } = await begin('/flags')
  await page.getByRole('link', { name: 'Compare' }).click()
  await page.getByRole('list', { name: 'Flags' }).getByRole('listitem').filter({ hasText: 'only-staging' }).waitFor()
  await expectAtMost(1, clicks)
})
