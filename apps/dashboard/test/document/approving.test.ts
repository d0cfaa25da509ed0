import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { inProduction, pilot, rejectWaiting, tablet } from '../support/proposals.ts'
import { hour } from '../support/schedules.ts'

const dashboard = await startDashboardHere({
  seeded: true,
  members: { 'Maya Okafor': 'editor', 'Vera Viewer': 'viewer' },
})
const { api } = dashboard
const { production, newFlag, propose } = inProduction(dashboard)
await rejectWaiting(dashboard)
for (const key of ['here-a', 'here-b', 'here-c', 'here-d']) await newFlag(key, key)

const row = (page: Page, key: string) => page.getByRole('listitem').filter({ hasText: key })
const dialog = (page: Page, key: string) => page.getByRole('dialog', { name: `Approve the change to ${key}?` })
const open = async (page: Page, key: string) => {
  await page.getByRole('button', { name: `Approve the change to ${key} in Production` }).click()
  return dialog(page, key)
}

test('how many proposals wait for somebody is in the title of the window, wherever they are', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/segments')
  await page.getByRole('heading', { name: 'Segments', exact: true }).waitFor()
  expect(await page.title()).toBe('Segments · Bunting')
  const { id } = await propose('here-a', 2, pilot(25), tablet(false))
  await expect.poll(() => page.title()).toBe('(1) Segments · Bunting')
  await api.rejectProposal({ params: { proposalId: id }, body: {} })
  await expect.poll(() => page.title()).toBe('Segments · Bunting')
})

test('a proposal is approved in the list, with all it changes in words and a note', async () => {
  const { id } = await propose('here-a', 2, pilot(40), tablet(true))
  const page = await dashboard.openAs('Maya Okafor', '/proposals')
  const asked = await open(page, 'here-a')
  const changes = asked.getByRole('list', { name: 'What it changes' }).getByRole('listitem')
  expect((await changes.allTextContents()).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'Rule 1, Pilot countries: rollout from 10 % to 40 %',
    'Rule 2, Tablet trial: turned on',
  ])
  await asked.getByLabel('Note').fill('Looks right')
  await asked.getByRole('button', { name: 'Approve as version 3' }).click()
  await page.getByText('Nothing waits for you').waitFor()
  expect(await api.getProposal({ params: { proposalId: id } })).toMatchObject({
    status: 'approved',
    reviewNote: 'Looks right',
  })
})

test('what would undo something is looked at first', async () => {
  await propose('here-b', 1, pilot(25), tablet(true))
  const page = await dashboard.openAs('Maya Okafor', '/proposals')
  const asked = await open(page, 'here-b')
  await asked.getByText('It began from version 1; version 2 is live now').waitFor()
  await asked.getByRole('button', { name: 'Approve as version 3', disabled: true }).waitFor()
  await asked.getByRole('link', { name: 'Open the proposal' }).click()
  await page.getByText('Production has moved on since First server key started.').waitFor()
})

test('by keyboard: j to a proposal, a to approve it, and it can be rejected there too', async () => {
  await rejectWaiting(dashboard)
  const { id } = await propose('here-c', 2, pilot(25), tablet(false))
  const page = await dashboard.openAs('Maya Okafor', '/proposals')
  await row(page, 'here-c').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await dialog(page, 'here-c').getByRole('button', { name: 'Reject' }).click()
  await dialog(page, 'here-c').waitFor({ state: 'detached' })
  await page.getByText('Nothing waits for you').waitFor()
  expect((await api.getProposal({ params: { proposalId: id } })).status).toBe('rejected')
})

test('of a schedule its plan is shown', async () => {
  const steps = [30, 100].map((rolloutPercentage) => ({
    after: hour,
    change: { rules: { pilot: { rolloutPercentage } } },
  }))
  await api.createSchedule({ params: production('here-d'), body: { steps } })
  const page = await dashboard.openAs('Maya Okafor', '/proposals')
  const asked = await open(page, 'here-d')
  await asked.getByRole('img', { name: /^Waits for approval, 0 of 2 steps done/ }).waitFor()
  await asked.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Nothing waits for you').waitFor()
  const [schedule] = (await api.listFlagSchedules({ params: production('here-d') })).items
  expect(schedule?.status).toBe('running')
})

test('the start of an experiment whose guardrail acts is approved on its page', async () => {
  const params = production('here-e')
  await api.createFlag({ params, body: { key: 'here-e', name: 'here-e', type: 'boolean' } })
  await api.updateEnvironment({ params, body: { protected: false } })
  const distribution = ['false', 'true'].map((variant) => ({ variant, weight: 1 }))
  const rules = [{ id: 'half', name: 'Half', conditions: [], distribution }]
  await api.createFlagVersion({ params, body: { version: 1, enabled: true, defaultValue: false, rules } })
  await api.updateEnvironment({ params, body: { protected: true } })
  for (const key of ['bought', 'failed']) {
    await api.createMetric({ params, body: { key, name: key, kind: 'conversion', event: key } })
  }
  // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
  const guardrails = [{ metric: 'failed', worseBy: 0.1, then: 'rollback' as const }]
  const design = { name: 'On or off', ruleId: 'half', control: 'false', primary: 'bought', guardrails }
  const { id: experimentId } = await api.createExperiment({ params, body: design })
  await api.startExperiment({ params: { experimentId } })
  const page = await dashboard.openAs('Maya Okafor', '/proposals')
  await page.getByRole('link', { name: /here-e in Production.*The start of an experiment/ }).click()
  await page.getByRole('heading', { name: 'Start an experiment' }).waitFor()
  await page.getByRole('button', { name: 'Approve and start' }).click()
  await page.getByRole('heading', { name: 'You approved this' }).waitFor()
  expect((await api.getExperiment({ params: { experimentId } })).status).toBe('running')
})

test('whoever may only look gets no button for it', async () => {
  await propose('here-c', 2, pilot(25), tablet(false))
  const page = await dashboard.openAs('Vera Viewer', '/proposals')
  await row(page, 'here-c').waitFor()
  expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
})
