import { afterAll, expect, test } from 'vitest'
import { guardrail } from '../../../server/src/testing/guardrail.ts'
import { startPrometheus } from '../../../server/src/testing/services.ts'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'
import { rejectWaiting } from '../support/proposals.ts'
import { hour, scheduled, steps } from '../support/schedules.ts'

const prometheus = await startPrometheus()
const dashboard = await startDashboard({
  seeded: true,
  members: { 'Ines Ferreira': 'editor' },
  settings: { BUNTING_PROMETHEUS_URL: prometheus.url },
})
afterAll(prometheus.stop)
const { api } = dashboard
const { place, newFlag } = scheduled(dashboard)
const wide = { width: 1280, height: 800 }

test('a running schedule, and the dialogs that make one, fit every window, and everybody can use them', async () => {
  const { id } = await api.createSchedule({ params: place('staging'), body: { steps, comment: 'Launch' } })
  await newFlag('slowly')
  await prometheus.show('errors', 0.012)
  const page = await dashboard.openAs('Ines Ferreira', '/flags/checkout-layout?env=staging')
  const line = page.getByRole('region', { name: 'Schedule' })
  await page.getByRole('article', { name: 'Default' }).waitFor()
  await line.getByRole('button', { name: 'Show 2 steps' }).click()
  await line.getByRole('listitem').filter({ hasText: 'the default becomes compact' }).waitFor()
  expect(await findProblems(page, 'schedule-line')).toEqual([])
  await page.setViewportSize(wide)
  await api.cancelSchedule({ params: { scheduleId: id } })
  await line.waitFor({ state: 'detached' })

  await goTo(page, '/flags/slowly?env=staging')
  await page.getByRole('heading', { name: 'slowly', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Ramp or schedule' }).click()
  const ramp = page.getByRole('dialog', { name: 'Change slowly over time' })
  await ramp.getByRole('button', { name: 'Add a guardrail' }).click()
  await ramp.getByLabel('Query').fill('errors')
  await ramp.getByLabel('Limit').fill('0.05')
  expect(await findProblems(page, 'ramp-dialog')).toEqual([])
  await page.setViewportSize(wide)
  await ramp.getByLabel('Why').press('Enter')
  await line.getByText('Last value 0.012').waitFor()
  await takePicture(page, 'ramp-guarded')

  await goTo(page, '/flags/loyalty-banner?env=production')
  await page.getByRole('heading', { name: 'Loyalty points banner', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Ramp or schedule' }).click()
  const byHand = page.getByRole('dialog', { name: 'Change Loyalty points banner over time' })
  await byHand.getByRole('radio', { name: 'Steps by hand' }).click()
  await byHand.getByLabel('What step 1 changes').selectOption({ label: 'Rule 1, Rollout: share' })
  await byHand.getByLabel('Step 1 makes it, in percent').fill('40')
  await byHand.getByRole('button', { name: 'Add a step' }).click()
  await byHand.getByLabel('What step 2 changes').selectOption({ label: 'The flag' })
  await byHand.getByLabel('Step 2 makes it').selectOption('off')
  await byHand.getByText('Turns it off').waitFor()
  expect(await findProblems(page, 'steps-dialog')).toEqual([])
})

test('all schedules, their log and a proposed one fit every window, and everybody can use them', async () => {
  await rejectWaiting(dashboard)
  await newFlag('guarded')
  await prometheus.show('failures', 0.25)
  await api.createSchedule({
    params: place('staging', 'guarded'),
    body: { steps: [{ after: hour, change: { enabled: false } }], guardrails: [guardrail('failures', { above: 0.5 })] },
  })
  await api.createSchedule({ params: place('production'), body: { steps, comment: 'Before the sale' } })
  const page = await dashboard.openAs('Ines Ferreira', '/schedules')
  const waiting = page.getByRole('region', { name: 'Waiting for approval' })
  await waiting.getByText(/^First: Rule 2, Pilot countries/).waitFor()
  await page.getByRole('region', { name: 'Running' }).getByText('Last value 0.25').waitFor()
  await page.getByRole('region', { name: 'Past' }).getByText('It was cancelled by hand.').waitFor()
  expect(await findProblems(page, 'schedules')).toEqual([])

  await page.setViewportSize(wide)
  await goTo(page, '/proposals')
  await page.getByRole('link', { name: /Checkout layout.*A schedule of changes/ }).click()
  await page.getByText('1 h after the step before').waitFor()
  expect(await findProblems(page, 'schedule-proposal')).toEqual([])
  await page.setViewportSize(wide)
  await page.getByRole('button', { name: 'Approve and start' }).click()
  await page.getByRole('link', { name: 'Open the flag' }).click()
  await page.getByText('A schedule is running.').waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('approved First server key’s schedule for checkout-layout in Production').waitFor()
  await page.getByRole('button', { name: /^What/ }).click()
  await page.getByRole('menuitemradio', { name: 'Schedules', exact: true }).click()
  await expect.poll(() => page.locator('.log p').count()).toBeGreaterThanOrEqual(4)
  await takePicture(page, 'schedule-log')
})
