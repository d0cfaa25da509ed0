import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { hour, scheduled } from '../support/schedules.ts'

const dashboard = await startDashboardHere({ seeded: true, members: { 'Ines Ferreira': 'editor' } })
const { api, environments, projectId } = dashboard
const { place, newFlag } = scheduled(dashboard)

const ramp = (ruleId: string, shares: readonly number[]) =>
  shares.map((rolloutPercentage) => ({ after: hour, change: { rules: { [ruleId]: { rolloutPercentage } } } }))

const shares = (page: Page, name: RegExp) => page.getByRole('img', { name }).locator('.share').allTextContents()

test('a ramp is a stair of percentages on Schedules, from what there is now', async () => {
  await newFlag('slowly')
  await api.createSchedule({ params: place('staging', 'slowly'), body: { steps: ramp('beta', [25, 50, 100]) } })
  const page = await dashboard.openAs('Ines Ferreira', '/schedules')
  const running = /^Running, 0 of 3 steps done. Next: Rule 1, Beta/
  await page.getByRole('img', { name: running }).waitFor()
  expect(await shares(page, running)).toEqual(['10\u00a0%', '25\u00a0%', '50\u00a0%', '100\u00a0%'])
})

test('so it is in the proposal of a schedule, before it is approved', async () => {
  const { versions } = await api.getFlag({ params: { projectId, flagKey: 'loyalty-banner' } })
  const [rule] = versions[environments.production ?? '']?.config.rules ?? []
  const { proposalId } = await api.createSchedule({
    params: place('production', 'loyalty-banner'),
    body: { steps: ramp(rule?.id ?? '', [60, 100]) },
  })
  const page = await dashboard.openAs('Ines Ferreira', `/proposals/${proposalId}`)
  await page.getByText('A schedule of 2 steps').waitFor()
  expect((await shares(page, /^Waits for approval, 0 of 2 steps done/)).slice(-2)).toEqual(['60\u00a0%', '100\u00a0%'])
})

test('steps of something else hang on a line as before', async () => {
  await newFlag('plain')
  await api.createSchedule({
    params: place('staging', 'plain'),
    body: { steps: [{ after: hour, change: { enabled: false } }] },
  })
  const page = await dashboard.openAs('Ines Ferreira', '/schedules')
  const running = /^Running, 0 of 1 step done. Next: Turns it off/
  await page.getByRole('img', { name: running }).waitFor()
  expect(await shares(page, running)).toEqual([])
})
