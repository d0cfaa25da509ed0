import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { flagEditor } from '../support/flag-editor.ts'
import { findProblems } from '../support/look.ts'

const { makeFlag, newFlag } = flagEditor(await startDashboard())

test('kept assignments, splits by their sum and layers fit every window, and everybody can use them', async () => {
  const inLayer = (from: number, to: number) => ({
    conditions: [{ operator: 'in_share', value: { from, to, salt: 'pricing-experiments-of-the-year' } }],
  })
  await makeFlag('discounts', 'boolean', {
    defaultValue: false,
    rules: [{ id: 'one', value: true, ...inLayer(0, 30) }],
  })
  const distribution = [
    { variant: 'true', weight: 500 },
    { variant: 'false', weight: 500 },
  ]
  const hash = { kind: 'unleash', salt: 'checkout:' }
  const rules = [{ id: 'one', distribution, hash, ...inLayer(25, 50) }]
  const page = await newFlag('bundles', 'boolean', { defaultValue: false, rules })
  await page.getByRole('list', { name: 'In the same layer' }).getByText('that has people in common').waitFor()
  await page.getByText('What one gains the next one gives').waitFor()
  expect(await findProblems(page, 'flag-draws')).toEqual([])
})
