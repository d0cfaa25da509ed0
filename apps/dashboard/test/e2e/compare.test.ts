import { expect, test } from 'vitest'
import { addBetaSearch } from '../support/compare.ts'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true })

test('everybody can compare, and use the preview of what is promoted', async () => {
  await addBetaSearch(dashboard)
  const page = await dashboard.open('/compare?from=development&to=staging')
  const layout = page.getByRole('list', { name: 'Flags' }).getByRole('listitem').filter({ hasText: 'Checkout layout' })
  await layout.getByRole('button', { name: /more change/ }).click()
  await layout.getByText('Gets one-page instead of classic').waitFor()
  await page.getByRole('table', { name: 'Segments that differ' }).getByText('1 id added').waitFor()
  await takePicture(page, 'compare-opened')
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('checkbox', { name: 'Every flag that can be promoted' }).check()
  await page.getByRole('button', { name: 'Promote to Staging' }).click()
  await page.getByRole('dialog').getByText('4 change', { exact: true }).waitFor()
  await takePicture(page, 'compare-preview')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await goTo(page, '/compare?from=staging&to=production')
  await page.getByRole('checkbox', { name: 'Promote Checkout layout' }).check()
  await page.getByRole('checkbox', { name: 'Promote Payment retries' }).check()
  await page.getByRole('button', { name: 'Propose for Production' }).click()
  await page
    .getByRole('dialog')
    .getByText(/pending|waiting/)
    .waitFor()
  await takePicture(page, 'compare-proposes')
})
