import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { oldSite, openArchive, pastEnd, rowOf } from '../support/health.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'

const dashboard = await startDashboard(oldSite)
const { api, projectId } = dashboard
await api.updateFlag({ params: { projectId, flagKey: 'gift-cards' }, body: pastEnd })

/** Evaluations that apps reported in the last hours. */
await api.recordEvents({
  body: {
    events: [0, 1, 2, 4, 7, 9, 13, 20].map((hoursAgo) => ({
      flagKey: 'new-navigation',
      environmentId: dashboard.environments.production ?? '',
      value: 'true',
      reason: 'DEFAULT' as const,
      ruleId: null,
      sdkType: 'server' as const,
      sdkVersion: '1.0.0',
      evaluatedAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
      count: 40 + hoursAgo * 3,
    })),
  },
})

test('the overview and what to clean up fit every window, and everybody can use them', async () => {
  const page = await dashboard.open('/overview')
  await page.getByRole('table', { name: 'Flags by kind' }).waitFor()
  expect(await findProblems(page, 'overview')).toEqual([])

  await goTo(page, '/cleanup')
  await rowOf(page, 'Old banner').getByText('Nobody ever asked for it').waitFor()
  expect(await findProblems(page, 'cleanup')).toEqual([])
  // An unchecked box has the same background as a field.
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
