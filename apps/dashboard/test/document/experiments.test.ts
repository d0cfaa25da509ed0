import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { experimentsOf } from '../support/experiments.ts'

const dashboard = await startDashboardHere({ members: { 'Ines Ferreira': 'editor', 'Omar Haddad': 'viewer' } })
const { api, projectId, environments } = dashboard
const { newSplit, newMetric, newDraft, newRun, track, expose, place } = experimentsOf(dashboard)

test('from no event at all to an experiment that runs, with a plan that follows the slider', async () => {
  await newSplit('checkout')
  const page = await dashboard.openAs('Ines Ferreira', '/experiments')
  await page.getByRole('heading', { name: 'No experiments yet' }).waitFor()
  await page.getByText('No event so far').waitFor()
  expect(await page.locator('.first-run pre').textContent()).toContain("flags.track('purchase'")
  await track({ events: [{ name: 'purchase', context: { userId: 'ada' } }] })
  await page.getByText(/purchase came in/).waitFor()

  await page.getByRole('link', { name: 'Make a metric' }).click()
  const dialog = page.getByRole('dialog', { name: 'New metric' })
  await dialog.getByText('Seen today: purchase').waitFor()
  await dialog.getByRole('button', { name: 'Create metric' }).click()
  await dialog.getByText('It needs the name of an event.').waitFor()
  await dialog.getByLabel('Name').fill('Orders')
  await dialog.getByLabel('Event').fill('purchase')
  await dialog.getByText('Counts a purchase within 24 h.').waitFor()
  await dialog.getByRole('button', { name: 'Create metric' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Orders/ }).waitFor()

  await page.getByRole('link', { name: 'Experiments' }).first().click()
  await page.getByRole('button', { name: 'New experiment' }).click()
  await page.getByRole('heading', { name: 'New experiment' }).waitFor()
  await page.getByLabel('Environment').selectOption('development')
  await page.getByLabel('Name').fill('One-page checkout')
  await page.getByLabel('Flag').click()
  await page.getByRole('option', { name: /checkout/ }).click()
  await page.getByRole('radio', { name: /classic/, checked: true }).waitFor()
  await page.getByLabel('Decides').selectOption('orders')
  // Nobody was here in the last 14 days, so somebody says what they know.
  await page.getByText('has no units of the last 14 days to plan by').waitFor()
  await page.getByLabel('Today, in percent').fill('11.2')
  await page.getByLabel('Units a day').fill('20000')
  const figure = page.locator('.the-plan .figure')
  const daysOf = async () => Number.parseInt((await figure.textContent()) ?? '', 10)
  await expect.poll(() => figure.textContent()).toMatch(/days to find 5/)
  const before = await daysOf()
  await page.getByLabel('Smallest effect, in percent').fill('2')
  await expect.poll(() => figure.textContent()).toMatch(/days to find 2/)
  expect(await daysOf()).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Start the experiment' }).click()
  await page.getByRole('heading', { name: 'One-page checkout' }).waitFor()
  await page.getByText('Running', { exact: true }).waitFor()
  await page.getByText('Nobody was exposed yet').waitFor()
  const [made] = (await api.listProjectExperiments({ params: { projectId } })).items
  expect(made).toMatchObject({
    ...{ name: 'One-page checkout', status: 'running', control: 'classic', primary: 'orders' },
    ...{ minimumEffect: 0.02, method: 'hybrid', plannedEnd: expect.any(String) },
  })
})

test('who is exposed shows at once, split as planned, and nothing is said before there is enough', async () => {
  await newMetric('orders', 'Orders').catch(() => undefined)
  const id = await newRun('exposed')
  await expose('exposed', 40)
  const exposed = async () => {
    const { units } = await api.getExperimentResults({ params: { experimentId: id } })
    return Object.values(units).reduce((sum, one) => sum + one.exposed, 0)
  }
  await expect.poll(exposed).toBe(40)
  const page = await dashboard.openAs('Ines Ferreira', `/experiments/${id}`)
  await page.getByText('0 of 40 units', { exact: true }).waitFor()
  await page.getByText('The other 40 are still inside their 24 h window').waitFor()
  await page.getByRole('cell', { name: 'Not enough yet' }).waitFor()
  await page.getByText('There is not enough to say anything yet. 0 of 40 units counted.').waitFor()
})

test('a flag says that an experiment runs on its rule, until it is stopped elsewhere', async () => {
  const id = await newRun('watched')
  const page = await dashboard.openAs('Ines Ferreira', '/flags/watched?env=development')
  const line = page.getByRole('region', { name: 'Experiment' })
  await line.getByText('An experiment runs on rule 1, Everybody:').waitFor()
  await line.getByRole('link', { name: 'Try watched' }).waitFor()
  await api.stopExperiment({ params: { experimentId: id }, body: { note: 'Enough' } })
  await line.waitFor({ state: 'detached' })
})

test('one is stopped with a reason, which its page and the list tell', async () => {
  const id = await newRun('stopping')
  const page = await dashboard.openAs('Ines Ferreira', `/experiments/${id}`)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop Try stopping?' })
  await dialog.getByLabel('Why').fill('Out of stock')
  await dialog.getByRole('button', { name: 'Stop the experiment' }).click()
  await page.getByText('It was stopped by hand: Out of stock').waitFor()
  await page.getByRole('link', { name: 'Experiments' }).first().click()
  await page.getByRole('radio', { name: /^Stopped/ }).click()
  await page.getByRole('row', { name: /Try stopping.*Out of stock/ }).waitFor()
  await page.getByRole('row', { name: /Try exposed/ }).waitFor({ state: 'detached' })
})

test('a viewer reads everything and changes nothing', async () => {
  const { id } = await newDraft('looked-at')
  const page = await dashboard.openAs('Omar Haddad', `/experiments/${id}`)
  await page.getByRole('button', { name: 'Start the experiment', disabled: true }).waitFor()
  await page.getByRole('link', { name: 'Experiments' }).first().click()
  await page.getByRole('button', { name: 'New experiment', disabled: true }).waitFor()
})

test('where the environment is protected, a guardrail that acts makes the start a proposal', async () => {
  await newMetric('errors', 'Payment errors', { event: 'payment-error', direction: 'decrease' })
  // biome-ignore lint/suspicious/noThenProperty: a text, which nobody takes for a promise.
  const guardrails = [{ metric: 'errors', worseBy: 0.2, then: 'rollback' }]
  const { id } = await newDraft('guarded', { guardrails }, 'staging')
  await api.updateEnvironment({ params: place('guarded', 'staging'), body: { protected: true } })
  const page = await dashboard.openAs('Ines Ferreira', `/experiments/${id}`)
  await page.getByText('20 % worse: rolls back').waitFor()
  await page.getByRole('button', { name: 'Propose to start' }).click()
  await page.getByText('Waiting', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'See the proposal' }).click()
  await page.getByRole('heading', { name: 'Start an experiment' }).waitFor()
  await page.getByRole('link', { name: 'See what it tries and counts' }).click()
  await page.getByRole('heading', { name: 'Try guarded' }).waitFor()
  await api.updateEnvironment({
    params: { projectId, envId: environments.staging ?? '' },
    body: { protected: false },
  })
})
