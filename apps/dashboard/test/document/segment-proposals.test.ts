import { expect, test } from 'vitest'
import { addBetaTesters } from '../support/beta-testers.ts'
import { startDashboardHere } from '../support/document/dashboard-here.ts'

const dashboard = await startDashboardHere()
const { api } = dashboard
const { params, propose } = await addBetaTesters(dashboard)

test('a proposed segment is listed, read, approved and logged in words', async () => {
  const { id } = await propose()
  const page = await dashboard.open('/proposals')
  const row = page.getByRole('list', { name: 'Proposals' }).getByRole('link')
  await row.getByText('Beta testers').waitFor()
  await row.getByText('3 included (+1), 1 excluded, 1 rule').waitFor()
  await row.click()
  await page.waitForURL(new RegExp(id))
  await page.getByText('2 ids added, 1 id removed').waitFor()
  await page.getByText('cleo and dan').waitFor()
  await page.getByText('Rule added').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('You approved this').waitFor()
  expect((await api.getSegment({ params })).versions[params.envId]).toMatchObject({
    version: 2,
    config: { included: ['ben', 'cleo', 'dan'] },
  })

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText(/approved .*change to the segment beta in Staging, now version 2/).waitFor()
  await page.getByText(/proposed a change to the segment beta in Staging/).waitFor()
  await page.getByText(/saved version 1 of the segment beta in Staging/).waitFor()
  await page.getByText(/created the segment beta/).waitFor()
})
