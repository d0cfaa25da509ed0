import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ settings: { BUNTING_BOOTSTRAP_PLAN: 'free' } })
const { api, projectId } = dashboard

test('everybody can use the editor where the Free plan locks parts of it', async () => {
  await api.createFlag({ params: { projectId }, body: { key: 'free', name: 'Free', type: 'string' } })
  const page = await dashboard.open('/flags/free?env=staging')
  const variants = page.getByRole('region', { name: 'Variants' })
  for (const _ of [1, 2]) await variants.getByRole('button', { name: 'Variant', exact: true }).click()
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  await page.getByRole('article', { name: 'Rule 1' }).getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByLabel('Attribute of condition 1 of rule 1').fill('plan')
  await page.getByLabel('Value of condition 1 of rule 1').fill('team')
  await takePicture(page, 'flag-free')
  expect(await findBarriers(page)).toEqual([])
})
