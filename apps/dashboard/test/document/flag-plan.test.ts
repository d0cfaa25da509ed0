import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { seeTip } from '../support/tip.ts'

const dashboard = await startDashboardHere({ settings: { BUNTING_BOOTSTRAP_PLAN: 'free' } })
const { api, projectId, environments } = dashboard
const reason =
  'Rollouts, splits, segments, prerequisites, patterns and countries by address need the Pro or Enterprise plan.'

test('on the Free plan what it lacks is shown locked, with the reason, and the rest works', async () => {
  const flagKey = 'free'
  await api.createFlag({ params: { projectId }, body: { key: flagKey, name: 'Free', type: 'string' } })
  const page = await dashboard.open(`/flags/${flagKey}?env=staging`)
  const variants = page.getByRole('region', { name: 'Variants' })
  for (const _ of [1, 2]) await variants.getByRole('button', { name: 'Variant', exact: true }).click()
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  const rule = page.getByRole('article', { name: 'Rule 1' })
  for (const name of ['Rollout', 'Split', 'Segment']) {
    const button = rule.getByRole('button', { name })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await seeTip(button, reason)
    await button.click({ force: true })
  }
  expect(await page.getByRole('slider').count()).toBe(0)
  await rule.getByRole('button', { name: 'Condition', exact: true }).click()
  const operator = page.getByLabel('Operator of condition 1 of rule 1')
  const locked = await operator.locator('option:disabled').allTextContents()
  expect(locked).toEqual(['matches pattern (needs Pro)', 'is in country (needs Pro)'])
  await page.getByLabel('Attribute of condition 1 of rule 1').fill('plan')
  await page.getByLabel('Value of condition 1 of rule 1').fill('team')
  await page.getByRole('button', { name: 'Save as version 1' }).click()
  await page.getByText('Saved as version 1', { exact: true }).waitFor()
})

test('in a protected environment the Free plan cannot propose, and says so', async () => {
  const envId = environments.production ?? ''
  await api.updateEnvironment({ params: { projectId, envId }, body: { protected: true } })
  await api.createFlag({ params: { projectId }, body: { key: 'held', name: 'Held', type: 'boolean' } })
  const page = await dashboard.open('/flags/held?env=production')
  await seeTip(page.getByRole('button', { name: 'Propose change' }), 'Proposals need the Enterprise plan.')
})

test('where the plan has no room for another environment the dialog says how many it has', async () => {
  for (let made = 3; made < 10; made++) {
    await api.createEnvironment({ params: { projectId }, body: { name: `Room ${made}`, slug: `room-${made}` } })
  }
  const page = await dashboard.open('/environments')
  await page.getByRole('button', { name: 'New environment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New environment' })
  await dialog.getByLabel('Name').fill('One more')
  await dialog.getByRole('button', { name: 'Create environment' }).click()
  await dialog.getByText('The Free plan has 10 environments in a project, and there are 10').waitFor()
})
