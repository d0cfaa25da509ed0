import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { oldSite, openArchive, pastEnd, rowOf } from '../support/health.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard(oldSite)
const { api, projectId } = dashboard
await api.updateFlag({ params: { projectId, flagKey: 'gift-cards' }, body: pastEnd })

test('the overview and what to clean up fit every window, and everybody can use them', async () => {
  const page = await dashboard.open('/overview')
  await page.getByRole('table', { name: 'Flags by kind' }).waitFor()
  expect(await findProblems(page, 'overview')).toEqual([])

  await goTo(page, '/cleanup')
  await rowOf(page, 'Old banner').getByText('Nobody ever asked for it').waitFor()
  expect(await findProblems(page, 'cleanup')).toEqual([])
  // A box that is not ticked is as light or dark as a field.
  await page.emulateMedia({ colorScheme: 'dark' })
  const box = page.getByRole('checkbox', { name: 'Select Old banner' })
  expect(await box.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(31, 28, 27)')
  await box.check()
  await takePicture(page, 'cleanup-selected-dark')
  await box.uncheck()
  await openArchive(dashboard, page)
  await takePicture(page, 'cleanup-archive')
  expect(await findBarriers(page)).toEqual([])
})
