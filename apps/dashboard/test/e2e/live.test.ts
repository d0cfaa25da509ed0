import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { holdBack } from '../support/hold-back.ts'

const dashboard = await startDashboard({
  seeded: true,
  members: { 'Ines Ferreira': 'editor', 'Tom de Vries': 'editor' },
})
const { api, projectId, environments } = dashboard
const staging = { projectId, envId: environments.staging ?? '' }
const flagKey = 'checkout-layout'

const shareOf = (page: Page) => page.getByRole('textbox', { name: 'Share of rule 2, in percent' })

/** Saves what is there with another share, as somebody else does. */
const saveShare = async (rolloutPercentage: number): Promise<number> => {
  const { config } = (await api.getFlag({ params: { projectId, flagKey } })).versions[staging.envId] ?? {}
  if (!config) throw new Error('There is no version.')
  const rules = config.rules.map((rule, index) => (index === 1 ? { ...rule, rolloutPercentage } : rule))
  const version = config.version + 1
  await api.createFlagVersion({ params: { ...staging, flagKey }, body: { ...config, rules, version } as never })
  return version
}

const streamsOf = (pages: readonly Page[]): string[] => {
  const opened: string[] = []
  for (const page of pages)
    page.on('request', (request) => request.url().endsWith('/stream') && opened.push(request.url()))
  return opened
}

test('what one saves another sees without reloading: the flag, the history and the log', async () => {
  const tom = await dashboard.openAs('Tom de Vries', `/flags/${flagKey}?env=staging`)
  const log = await dashboard.open('/audit')
  const ines = await dashboard.openAs('Ines Ferreira', `/flags/${flagKey}?env=staging`)
  await expect.poll(() => shareOf(tom).inputValue()).toBe('40')
  await log.getByText('Local admin signed in').first().waitFor()
  await shareOf(ines).fill('55')
  await ines.getByRole('button', { name: 'Save as version 3' }).click()
  await ines.getByText('Saved as version 3', { exact: true }).waitFor()
  await expect.poll(() => shareOf(tom).inputValue()).toBe('55')
  await log.getByText(`Ines Ferreira saved version 3 of ${flagKey} in Staging`).waitFor()
  await tom.getByRole('link', { name: 'History' }).click()
  await tom.getByText('Version 3', { exact: true }).waitFor()
  await saveShare(60)
  await tom.getByText('Version 4', { exact: true }).waitFor()
})

test('what somebody is editing stays, and they are told who was first', async () => {
  const page = await dashboard.openAs('Tom de Vries', `/flags/${flagKey}?env=staging`)
  await shareOf(page).fill('77')
  const version = await saveShare(61)
  await page.getByText(`First server key saved version ${version} first`).waitFor()
  expect(await shareOf(page).inputValue()).toBe('77')
})

test('a new flag and a proposal show where they are counted, and nothing else is read', async () => {
  const page = await dashboard.open('/flags')
  await page.getByRole('link', { name: 'Flags 7 active' }).waitFor()
  await page.getByRole('link', { name: /Proposals 1 waits for you/ }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(`/v1/projects/${projectId}`, '')))
  await api.createFlag({ params: { projectId }, body: { key: 'live-one', name: 'Live one', type: 'boolean' } })
  await page.getByRole('link', { name: 'Flags 8 active' }).waitFor()
  await page.getByRole('link', { name: 'Live one' }).waitFor()
  // And what its new row says: who made it, and its figures.
  expect(asked.filter((path) => !/(actors|summaries)$/.test(path))).toEqual(['/flags/live-one'])
  await api.createProposal({
    params: { projectId, envId: environments.production ?? '', flagKey: 'live-one' },
    body: { version: 0, enabled: true, defaultValue: false, rules: [] },
  })
  await page.getByRole('link', { name: /Proposals 2 wait for you/ }).waitFor()
})

test('the windows of a browser share one stream, and where its window closes another takes over', async () => {
  const first = await dashboard.openAs('Tom de Vries', '/members')
  const opened = streamsOf([first])
  await first.reload()
  await expect.poll(() => opened).toHaveLength(1)
  const second = await dashboard.openAs('Tom de Vries', `/flags/${flagKey}?env=staging`)
  const later = streamsOf([second])
  await second.reload()
  await shareOf(second).waitFor()
  await saveShare(62)
  await expect.poll(() => shareOf(second).inputValue()).toBe('62')
  expect(later).toEqual([])
  await first.close()
  await expect.poll(() => later).toHaveLength(1)
  await saveShare(63)
  await expect.poll(() => shareOf(second).inputValue()).toBe('63')
})

test('a flag of another project shows what others change while one with the same key is being saved', async () => {
  const { id } = await api.createProject({ body: { slug: 'other', name: 'Other' } })
  const other = { projectId: id, flagKey }
  await api.createFlag({ params: { projectId: id }, body: { key: flagKey, name: 'Other checkout', type: 'boolean' } })
  const page = await dashboard.open(`/flags/${flagKey}?env=staging`)
  const saving = await holdBack(page, `**/flags/${flagKey}`, 'PUT')
  await shareOf(page).fill('70')
  await page.getByRole('button', { name: /^Save as version/ }).click()
  await saving.sent
  const streamed = page.waitForResponse((response) => response.url().endsWith(`/${id}/stream`))
  await page.evaluate((to) => history.pushState({}, '', to), `/projects/${id}/flags`)
  await page.getByRole('link', { name: 'Other checkout' }).waitFor()
  await streamed
  await api.updateFlag({ params: other, body: { name: 'Renamed checkout' } })
  await page.getByRole('link', { name: 'Renamed checkout' }).waitFor()
  saving.letGo()
  await page.getByText(/^Saved as version/).waitFor()
})
