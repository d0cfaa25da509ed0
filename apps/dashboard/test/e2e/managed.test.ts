import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true })
const { api, projectId } = dashboard

test('what is managed in Git says so in every window, and so does the tick before it is changed', async () => {
  const managedBy = `git:a-company-with-a-long-name/${'shop-'.repeat(6)}flags`
  await api.updateFlag({ params: { projectId, flagKey: 'new-navigation' }, body: { managedBy } })
  await api.createSegment({ params: { projectId }, body: { key: 'team', name: 'Team', managedBy } })
  const page = await dashboard.open('/flags?q=new-navigation')
  await page.getByText('Managed in Git').waitFor()
  expect(await findProblems(page, 'managed-flags')).toEqual([])

  await goTo(page, '/segments')
  await page.getByText('Managed in Git').waitFor()
  expect(await findProblems(page, 'managed-segments')).toEqual([])

  await goTo(page, '/flags/new-navigation?env=staging')
  await page.getByRole('switch', { name: 'On in Staging' }).click()
  await page.getByRole('checkbox', { name: /the next apply will name it as drift/ }).click()
  expect(await findProblems(page, 'managed-flag')).toEqual([])
  await page.getByRole('button', { name: 'Review diff' }).click()
  await page.getByRole('dialog').getByRole('checkbox').waitFor()
  expect(await findBarriers(page)).toEqual([])
})
