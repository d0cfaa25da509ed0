import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { holdBack } from '../support/hold-back.ts'
import { saveShare, sharedFlag, shareOf } from '../support/share.ts'

const dashboard = await startDashboardHere({
  seeded: true,
  members: { 'Ines Ferreira': 'editor', 'Tom de Vries': 'editor' },
})
const { api } = dashboard

test('what one saves another sees without reloading: the flag, the history and the log', async () => {
  const tom = await dashboard.openAs('Tom de Vries', `/flags/${sharedFlag}?env=staging`)
  const log = await dashboard.open('/audit')
  const ines = await dashboard.openAs('Ines Ferreira', `/flags/${sharedFlag}?env=staging`)
  await expect.poll(() => shareOf(tom).inputValue()).toBe('40')
  await log.getByText('Local admin signed in').first().waitFor()
  await shareOf(ines).fill('55')
  await ines.getByRole('button', { name: 'Save as version 3' }).click()
  await ines.getByText('Saved as version 3', { exact: true }).waitFor()
  await expect.poll(() => shareOf(tom).inputValue()).toBe('55')
  await log.getByText(`Ines Ferreira saved version 3 of ${sharedFlag} in Staging`).waitFor()
  await tom.getByRole('link', { name: 'History' }).click()
  await tom.getByText('Version 3', { exact: true }).waitFor()
  await saveShare(dashboard, 60)
  await tom.getByText('Version 4', { exact: true }).waitFor()
})

test('what somebody is editing stays, and they are told who was first', async () => {
  const page = await dashboard.openAs('Tom de Vries', `/flags/${sharedFlag}?env=staging`)
  await shareOf(page).fill('77')
  const version = await saveShare(dashboard, 61)
  await page.getByText(`First server key saved version ${version} first`).waitFor()
  expect(await shareOf(page).inputValue()).toBe('77')
})

test('a new flag and a proposal show where they are counted, and no list is read again', async () => {
  const project = await api.createProject({ body: { slug: 'counted', name: 'Counted' } })
  const params = { projectId: project.id }
  const envId = project.environments[0]?.id ?? ''
  await api.updateEnvironment({ params: { ...params, envId }, body: { protected: true } })
  await api.createFlag({ params, body: { key: 'first', name: 'First one', type: 'boolean' } })
  const page = await dashboard.open('/account')
  await page.evaluate((to) => history.pushState({}, '', to), `/projects/${project.id}/flags`)
  await page.getByRole('link', { name: 'Flags 1 active' }).waitFor()
  await page.getByRole('link', { name: 'First one' }).waitFor()
  await page.getByRole('link', { name: /Proposals 1 waits for you/ }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(`/v1/projects/${project.id}`, '')))
  await api.createFlag({ params, body: { key: 'live-one', name: 'Live one', type: 'boolean' } })
  await page.getByRole('link', { name: 'Flags 2 active' }).waitFor()
  await page.getByRole('link', { name: 'Live one' }).waitFor()
  expect(asked).toContain('/flags/live-one')
  expect(asked).not.toContain('/flags')
  await api.createProposal({
    params: { ...params, envId, flagKey: 'live-one' },
    body: { version: 0, enabled: true, defaultValue: false, rules: [] },
  })
  await page.getByRole('link', { name: /Proposals 2 wait for you/ }).waitFor()
})

test('a flag of another project shows what others change while one with the same key is being saved', async () => {
  const { id } = await api.createProject({ body: { slug: 'other', name: 'Other' } })
  const other = { projectId: id, flagKey: sharedFlag }
  await api.createFlag({
    params: { projectId: id },
    body: { key: sharedFlag, name: 'Other checkout', type: 'boolean' },
  })
  const page = await dashboard.open(`/flags/${sharedFlag}?env=staging`)
  const saving = await holdBack(page, `**/flags/${sharedFlag}`, 'PUT')
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
