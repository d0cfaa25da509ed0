import { expect, test } from 'vitest'
import { openCopy } from '../support/copy.ts'
import { startDashboard } from '../support/dashboard.ts'
import { findProblems } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true })

test('the dialog to copy fits every window and everybody can use it', async () => {
  const page = await dashboard.open('/flags/loyalty-banner?env=production&tab=history')
  await openCopy(page)
  await page.getByRole('dialog').getByRole('heading', { name: '2 changes' }).waitFor()
  expect(await findProblems(page, 'copy')).toEqual([])
})
