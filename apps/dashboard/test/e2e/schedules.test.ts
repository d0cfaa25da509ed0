import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true, members: { 'Ines Ferreira': 'editor' } })
const { api, projectId, environments } = dashboard
const place = (slug: string) => ({ projectId, envId: environments[slug] ?? '', flagKey: 'checkout-layout' })
const hour = 3_600

const steps = [
  { after: hour, change: { rules: { 'pilot-countries': { rolloutPercentage: 60 } } } },
  { after: hour, change: { rules: { 'pilot-countries': { rolloutPercentage: 100 } }, defaultValue: 'compact' } },
]

test('a flag says what its schedule does next, and it is paused, resumed and cancelled there', async () => {
  const { id } = await api.createSchedule({ params: place('staging'), body: { steps, comment: 'Launch' } })
  const statusOf = async () => (await api.getSchedule({ params: { scheduleId: id } })).status
  const page = await dashboard.openAs('Ines Ferreira', '/flags/checkout-layout?env=staging')
  const line = page.getByRole('region', { name: 'Schedule' })
  await line.getByText('A schedule is running. Next: Rule 2, Pilot countries: rolled out to 60 %, in 60 min.').waitFor()
  await line.getByText('0 of 2 steps done').waitFor()
  expect(await findProblems(page, 'schedule-line')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await line.getByRole('button', { name: 'Pause' }).click()
  await line.getByText('A schedule is paused.').waitFor()
  expect(await statusOf()).toBe('paused')
  await line.getByRole('button', { name: 'Resume' }).click()
  await line.getByText('A schedule is running.').waitFor()
  await line.getByRole('button', { name: 'Cancel it' }).click()
  await line.waitFor({ state: 'detached' })
  expect(await statusOf()).toBe('cancelled')

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('The key First server key scheduled changes of checkout-layout in Staging: “Launch”').waitFor()
  await page.getByText('Ines Ferreira paused the schedule of checkout-layout in Staging').waitFor()
  await page.getByRole('radio', { name: 'Schedules' }).click()
  await expect.poll(() => page.locator('.log p').count()).toBeGreaterThanOrEqual(4)
  await takePicture(page, 'schedule-log')
})

test('a proposed schedule is read step by step, and its approval starts it', async () => {
  const waiting = await api.listProjectProposals({ params: { projectId }, query: { status: 'pending' } })
  for (const { id } of waiting.items) await api.rejectProposal({ params: { proposalId: id }, body: {} })
  const page = await dashboard.openAs('Ines Ferreira', '/proposals')
  await page.getByText('Nothing waits for review').waitFor()
  const { id } = await api.createSchedule({ params: place('production'), body: { steps, comment: 'Before the sale' } })
  await page.getByRole('link', { name: /Checkout layout.*A schedule of changes.*“Before the sale”/ }).click()
  await page.getByRole('heading', { name: 'A schedule of 2 steps' }).waitFor()
  await page.getByText('Rule 2, Pilot countries: rolled out to 60 %').waitFor()
  await page.getByText('1 h after the step before').waitFor()
  expect(await findProblems(page, 'schedule-proposal')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Approve and start' }).click()
  await page.getByRole('heading', { name: 'You approved this' }).waitFor()
  expect(await api.getSchedule({ params: { scheduleId: id } })).toMatchObject({ status: 'running' })
  await page.getByRole('link', { name: 'Open the flag' }).click()
  await page.getByText('A schedule is running.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('approved First server key’s schedule for checkout-layout in Production').waitFor()
})
