import { afterAll, expect, test } from 'vitest'
import { guardrail } from '../../../server/src/testing/guardrail.ts'
import { startPrometheus } from '../../../server/src/testing/services.ts'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { rejectWaiting } from '../support/proposals.ts'
import { hour, scheduled, steps } from '../support/schedules.ts'

const prometheus = await startPrometheus()
const dashboard = await startDashboardHere({
  seeded: true,
  members: { 'Ines Ferreira': 'editor' },
  settings: { BUNTING_PROMETHEUS_URL: prometheus.url },
})
afterAll(prometheus.stop)
const { api } = dashboard
const { place, newFlag } = scheduled(dashboard)

const read = (scheduleId: string) => api.getSchedule({ params: { scheduleId } })

test('a flag says what its schedule does next, and it is paused, resumed and cancelled there', async () => {
  const { id } = await api.createSchedule({ params: place('staging'), body: { steps, comment: 'Launch' } })
  const page = await dashboard.openAs('Ines Ferreira', '/flags/checkout-layout?env=staging')
  const line = page.getByRole('region', { name: 'Schedule' })
  await page.getByRole('article', { name: 'Default' }).waitFor()
  // One hour, minus the time until the page shows it.
  const next = /^A schedule is running\. Next: Rule 2, Pilot countries: rolled out to 60\s%, in (59 min|60 min|1 h)\./
  await line.getByText(next).waitFor()
  await line.getByText('0 of 2 steps done').waitFor()
  await line.getByText('“Launch”').waitFor()
  await line.getByRole('img', { name: /^Running, 0 of 2 steps done. Next: Rule 2/ }).waitFor()
  await line.getByRole('button', { name: 'Show 2 steps' }).click()
  await line.getByRole('listitem').filter({ hasText: 'the default becomes compact' }).waitFor()
  await line.getByRole('button', { name: 'Pause' }).click()
  await line.getByText('A schedule is paused.').waitFor()
  await line.getByText('It was paused by hand.').waitFor()
  expect((await read(id)).status).toBe('paused')
  await line.getByRole('button', { name: 'Resume' }).click()
  await line.getByText('A schedule is running.').waitFor()
  expect(await line.getByRole('button', { name: 'Roll back' }).count()).toBe(0)
  await line.getByRole('button', { name: 'Cancel it' }).click()
  await line.waitFor({ state: 'detached' })
  expect((await read(id)).status).toBe('cancelled')

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('The key First server key scheduled changes of checkout-layout in Staging: “Launch”').waitFor()
  await page.getByText('Ines Ferreira paused the schedule of checkout-layout in Staging').waitFor()
  await page.getByRole('button', { name: /^What/ }).click()
  await page.getByRole('menuitemradio', { name: 'Schedules', exact: true }).click()
  await expect.poll(() => page.locator('.log p').count()).toBeGreaterThanOrEqual(4)
})

test('a ramp is made in three choices, with a guardrail that shows its last value', async () => {
  await newFlag('slowly')
  await prometheus.show('errors', 0.012)
  const page = await dashboard.openAs('Ines Ferreira', '/flags/slowly?env=staging')
  await page.getByRole('article', { name: 'Default' }).waitFor()
  await page.getByRole('button', { name: 'Ramp or schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change slowly over time' })
  await dialog.getByText('10 steps, one every 2 h 24 min, the last tomorrow').waitFor()
  await dialog.getByLabel('To, in percent').fill('10')
  await dialog.getByText('It is at 10 % from beginning to end.').waitFor()
  await dialog.getByLabel('To, in percent').fill('50')
  await dialog.getByRole('radio', { name: '6 h' }).click()
  await dialog.getByLabel('In how many steps').fill('4')
  await dialog.getByText('4 steps, one every 1 h 30 min').waitFor()
  await dialog.getByRole('button', { name: 'Add a guardrail' }).click()
  await dialog.getByLabel('Why').press('Enter')
  await dialog.getByText('What does it ask Prometheus?').waitFor()
  await dialog.getByLabel('Query').fill('errors')
  await dialog.getByLabel('Limit').fill('0.05')
  await dialog.getByLabel('Why').fill('Little by little')
  await dialog.getByLabel('Why').press('Enter')
  const line = page.getByRole('region', { name: 'Schedule' })
  await line.getByText('A schedule is running. Next: Rule 1, Beta: rolled out to 20 %').waitFor()
  const [made] = (await api.listFlagSchedules({ params: place('staging', 'slowly') })).items
  expect(made).toMatchObject({
    comment: 'Little by little',
    steps: [20, 30, 40, 50].map((rolloutPercentage) => ({
      after: 5_400,
      change: { rules: { beta: { rolloutPercentage } } },
    })),
    guardrails: [guardrail('errors', { above: 0.05, for: 300 }, 'rollback')],
  })
  await line.getByText('Last value 0.012').waitFor()
  // Only one schedule at a time.
  await page.getByRole('button', { name: 'Ramp or schedule', disabled: true }).waitFor()
})

test('steps that lie closer than two minutes have times to the second, before and after they are started', async () => {
  await newFlag('at-once')
  const page = await dashboard.openAs('Ines Ferreira', '/flags/at-once?env=staging')
  await page.getByRole('article', { name: 'Default' }).waitFor()
  await page.getByRole('button', { name: 'Ramp or schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change at-once over time' })
  await dialog.getByRole('radio', { name: '1 h' }).click()
  await dialog.getByLabel('In how many steps').fill('30')
  await dialog.getByText(/30 steps, one every 2 min, the last \w+ \d\d:\d\d\.$/).waitFor()
  await dialog.getByLabel('In how many steps').fill('45')
  await dialog.getByText(/45 steps, one every 1 min 20 s, the last \w+ \d\d:\d\d:\d\d\.$/).waitFor()
  await dialog.getByRole('button', { name: 'Start the ramp' }).click()
  const line = page.getByRole('region', { name: 'Schedule' })
  await line.getByRole('button', { name: 'Show 45 steps' }).click()
  await line
    .getByRole('listitem')
    .filter({ hasText: /\d\d:\d\d:\d\d.*rolled out to 12\s%/ })
    .waitFor()
})

test('a flag without a rule gets one to ramp, which changes nothing for anybody', async () => {
  const params = place('staging', 'no-rules')
  await api.createFlag({ params, body: { key: 'no-rules', name: 'No rules', type: 'boolean' } })
  await api.createFlagVersion({ params, body: { version: 1, enabled: false, defaultValue: false, rules: [] } })
  const page = await dashboard.openAs('Ines Ferreira', '/flags/no-rules?env=staging')
  await page.getByRole('article', { name: 'Default' }).waitFor()
  await page.getByRole('button', { name: 'Ramp or schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change No rules over time' })
  await dialog.getByRole('button', { name: 'Add a rule for everyone, at 0 %' }).click()
  await dialog.getByLabel('In how many steps').fill('2')
  await dialog.getByRole('button', { name: 'Start the ramp' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [made] = (await api.listFlagSchedules({ params })).items
  expect(made?.steps.map(({ change }) => change)).toEqual([
    { enabled: true, rules: { everyone: { rolloutPercentage: 50 } } },
    { rules: { everyone: { rolloutPercentage: 100 } } },
  ])
})

test('what a schedule did is rolled back in one press', async () => {
  await newFlag('too-fast')
  const page = await dashboard.openAs('Ines Ferreira', '/flags/too-fast?env=staging')
  await page.getByRole('article', { name: 'Default' }).waitFor()
  const share = (rolloutPercentage: number) => ({ rules: { beta: { rolloutPercentage } } })
  const { id } = await api.createSchedule({
    params: place('staging', 'too-fast'),
    body: {
      steps: [
        { after: 1, change: share(60) },
        { after: hour, change: share(100) },
      ],
    },
  })
  const line = page.getByRole('region', { name: 'Schedule' })
  await line.getByText('1 of 2 steps done').waitFor()
  await line.getByRole('button', { name: 'Show 2 steps' }).click()
  await line.getByRole('link', { name: 'Version 2' }).waitFor()
  await line.getByRole('button', { name: 'Roll back' }).click()
  await page.getByText('Rolled back to version 1', { exact: true }).waitFor()
  await line.waitFor({ state: 'detached' })
  expect(await read(id)).toMatchObject({ status: 'cancelled', reason: 'It was rolled back to version 1 by hand.' })
  const [newest] = (await api.listFlagVersions({ params: place('staging', 'too-fast') })).items
  expect(newest).toMatchObject({ version: 3, config: { rules: [{ rolloutPercentage: 10 }] } })
  await expect.poll(() => page.getByRole('textbox', { name: 'Share of rule 1, in percent' }).inputValue()).toBe('10')
})

test('in a protected environment steps by hand are a proposal, and all schedules stand on one page', async () => {
  await newFlag('guarded')
  await prometheus.show('failures', 0.25)
  const { id } = await api.createSchedule({
    params: place('staging', 'guarded'),
    body: { steps: [{ after: hour, change: { enabled: false } }], guardrails: [guardrail('failures', { above: 0.5 })] },
  })
  const page = await dashboard.openAs('Ines Ferreira', '/flags/loyalty-banner?env=production')
  await page.getByRole('article', { name: 'Default' }).waitFor()
  await page.getByRole('button', { name: 'Ramp or schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Loyalty points banner over time' })
  await dialog.getByRole('radio', { name: 'Steps by hand' }).click()
  await dialog.getByLabel('What step 1 changes').selectOption({ label: 'Rule 1, Rollout: share' })
  await dialog.getByLabel('Step 1 makes it, in percent').fill('40')
  await dialog.getByRole('button', { name: 'Add a step' }).click()
  await dialog.getByLabel('What step 2 changes').selectOption({ label: 'The flag' })
  await dialog.getByLabel('Step 2 makes it').selectOption('off')
  await dialog.getByLabel('How long until step 2', { exact: true }).fill('3')
  await dialog.getByText('Turns it off').waitFor()
  await dialog.getByRole('button', { name: 'Propose the schedule' }).click()
  await page.getByText('It starts once somebody else approves it.', { exact: true }).waitFor()
  const [made] = (await api.listFlagSchedules({ params: place('production', 'loyalty-banner') })).items
  expect(made).toMatchObject({
    status: 'pending',
    proposalId: expect.stringMatching(/^prop_/),
    steps: [
      { after: hour, change: { rules: { rollout: { rolloutPercentage: 40 } } } },
      { after: 3 * hour, change: { enabled: false } },
    ],
  })

  await page.getByRole('link', { name: 'Schedules' }).click()
  const waiting = page.getByRole('region', { name: 'Waiting for approval' }).getByRole('listitem')
  await waiting.getByRole('link', { name: 'Loyalty points banner' }).waitFor()
  await waiting.getByText('First: Rule 1, Rollout: rolled out to 40 %').waitFor()
  const running = page
    .getByRole('region', { name: 'Running' })
    .getByRole('listitem')
    .filter({ hasText: /Turns it off, in (59 min|60 min|1 h)/ })
  await running.getByText('Last value 0.25').waitFor()
  await running.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('region', { name: 'Paused' }).getByText('It was paused by hand.').waitFor()
  await page.getByRole('region', { name: 'Paused' }).getByRole('button', { name: 'Cancel it' }).click()
  await page
    .getByRole('region', { name: 'Past' })
    .getByRole('listitem')
    .filter({ hasText: 'It was cancelled by hand.' })
    .first()
    .waitFor()
  // An earlier entry with the same text may be shown already, so the schedule itself is checked too.
  await expect.poll(() => read(id)).toMatchObject({ status: 'cancelled' })
})

test('a proposed schedule is read step by step, and its approval starts it', async () => {
  await rejectWaiting(dashboard)
  const page = await dashboard.openAs('Ines Ferreira', '/proposals')
  await page.getByText('Nothing waits for you').waitFor()
  const { id } = await api.createSchedule({ params: place('production'), body: { steps, comment: 'Before the sale' } })
  await page.getByRole('link', { name: /Checkout layout.*A schedule of changes.*“Before the sale”/ }).click()
  await page.getByRole('heading', { name: 'A schedule of 2 steps' }).waitFor()
  await page.getByText('Rule 2, Pilot countries: rolled out to 60 %').waitFor()
  await page.getByText('1 h after the step before').waitFor()
  await page.getByRole('button', { name: 'Approve and start' }).click()
  await page.getByRole('heading', { name: 'You approved this' }).waitFor()
  expect(await read(id)).toMatchObject({ status: 'running' })
  await page.getByRole('link', { name: 'Open the flag' }).click()
  await page.getByText('A schedule is running.').waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('approved First server key’s schedule for checkout-layout in Production').waitFor()
})
