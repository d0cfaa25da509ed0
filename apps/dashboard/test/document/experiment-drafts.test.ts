import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { experimentsOf } from '../support/experiments.ts'

const dashboard = await startDashboardHere({ members: { 'Ines Ferreira': 'editor', 'Omar Haddad': 'viewer' } })
const { api } = dashboard
const { newMetric, newDraft, newRun, place } = experimentsOf(dashboard)
await newMetric('orders', 'Orders')
await newMetric('revenue', 'Revenue', { kind: 'sum' })

const read = (experimentId: string) => api.getExperiment({ params: { experimentId } })

test('a draft is edited in the form that made it, and keeps what the form does not ask about', async () => {
  const plannedEnd = new Date(Date.now() + 40 * 86_400_000).toISOString()
  const { id } = await newDraft('edited', { plannedEnd, minimumDays: 3, confidence: 0.99, expectedUnits: 5_000 })
  const page = await dashboard.openAs('Ines Ferreira', `/experiments/${id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByText('A draft: everything can change until it starts.').waitFor()
  expect(await page.getByLabel('Environment').isDisabled()).toBe(true)
  expect(await page.getByLabel('Days at least').inputValue()).toBe('3')
  await page.getByRole('radio', { name: /^As it was planned/, checked: true }).waitFor()
  await page.getByRole('radio', { name: /^classic/, checked: true }).waitFor()
  await page.getByLabel('Name').fill('Edited twice')
  await page.getByRole('button', { name: 'Metric', exact: true }).click()
  await page.getByRole('option', { name: /revenue/ }).click()
  await page.keyboard.press('Control+s')
  // The form, which names all metrics, goes only after it has the new name.
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Edited twice' }).waitFor()
  await page.getByText('Revenue').waitFor()
  expect(await read(id)).toMatchObject({
    ...{ status: 'draft', name: 'Edited twice', secondary: ['revenue'], plannedEnd },
    ...{ minimumDays: 3, confidence: 0.99, expectedUnits: 5_000 },
  })
})

test('a draft that is started from the form runs, and cannot be edited any more', async () => {
  const { id } = await newDraft('begun')
  const page = await dashboard.openAs('Ines Ferreira', `/experiments/${id}/edit`)
  await page.getByLabel('Smallest effect, in percent').fill('')
  await page.getByRole('button', { name: 'Start the experiment' }).click()
  await page.getByText('From 0.1 % to 1,000 %.').waitFor()
  await page.getByLabel('Smallest effect, in percent').fill('3')
  await page.getByRole('button', { name: 'Start the experiment' }).click()
  await page.getByText('Running', { exact: true }).waitFor()
  expect(await read(id)).toMatchObject({ status: 'running', minimumEffect: 0.03 })
  const later = await dashboard.openAs('Ines Ferreira', `/experiments/${id}/edit`)
  await later.getByRole('heading', { name: 'Can you trust it?' }).waitFor()
})

test('while it runs its words change and metrics are added, which are exploratory', async () => {
  const id = await newRun('extended')
  const page = await dashboard.openAs('Ines Ferreira', `/experiments/${id}`)
  await page.getByRole('button', { name: 'Metric', exact: true }).click()
  await page.getByRole('option', { name: /revenue/ }).click()
  await page.getByRole('row', { name: /Revenue exploratory/ }).waitFor()
  await page.getByRole('button', { name: 'More for this experiment' }).click()
  await page.getByRole('menuitem', { name: 'Edit name and expectation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the experiment' })
  await dialog.getByLabel(/^What do you expect/).fill('People finish it more often')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('People finish it more often').waitFor()
  expect((await read(id)).exploratory.map(({ metric }) => metric)).toEqual(['revenue'])
})

test('another run copies the rule with its split, also where a variant was shipped, and plans the same', async () => {
  const id = await newRun('repeated', { minimumEffect: 0.08, secondary: ['revenue'] })
  await api.shipExperiment({
    params: { experimentId: id },
    body: { variant: 'one-page', to: 'rule', comment: 'Sure' },
  })
  const page = await dashboard.openAs('Ines Ferreira', `/experiments/${id}`)
  await page.getByRole('button', { name: 'Run it again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save version 3, then plan' }).click()
  await page.getByRole('heading', { name: 'New experiment' }).waitFor()
  expect(await page.getByLabel('Smallest effect, in percent').inputValue()).toBe('8')
  const [latest] = (await api.listFlagVersions({ params: place('repeated') })).items
  const [rule] = latest?.config.rules ?? []
  expect(rule).toMatchObject({ name: 'Everybody', distribution: [{ variant: 'classic' }, { variant: 'one-page' }] })
  expect(rule?.id).not.toBe('split')
  expect(rule).not.toHaveProperty('value')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Draft', { exact: true }).waitFor()
  const { items } = await api.listFlagExperiments({ params: place('repeated') })
  expect(items.map(({ ruleId, secondary }) => ({ ruleId, secondary }))).toEqual([
    { ruleId: rule?.id, secondary: ['revenue'] },
    { ruleId: 'split', secondary: ['revenue'] },
  ])
})

test('a viewer can neither edit a draft nor add a metric', async () => {
  const { id } = await newDraft('not-mine')
  const page = await dashboard.openAs('Omar Haddad', `/experiments/${id}`)
  await page.getByRole('button', { name: 'Edit', disabled: true }).waitFor()
})
