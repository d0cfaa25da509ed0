import { expect, test } from 'vitest'
import { addBetaTesters } from '../support/beta-testers.ts'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, takePicture } from '../support/look.ts'

const dashboard = await startDashboard()
const { propose } = await addBetaTesters(dashboard)

test('everybody can read a proposed segment, and at 400 pixels and in the dark it is all there', async () => {
  await propose()
  const page = await dashboard.open('/proposals')
  const row = page.getByRole('list', { name: 'Proposals' }).getByRole('link')
  await row.getByText('Beta testers').waitFor()
  await takePicture(page, 'segment-proposals')
  await row.click()
  await page.getByText('Rule added').waitFor()
  await takePicture(page, 'segment-proposal')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('You approved this').waitFor()

  const { id } = await propose()
  await page.setViewportSize({ width: 400, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await goTo(page, `/proposals/${id}`)
  await page.getByText('Change to Beta testers').waitFor()
  await page.getByText('No changes').waitFor()
  await page.getByText('It has then: 3 included, 1 excluded, 1 rule.').waitFor()
  await takePicture(page, 'segment-proposal-narrow')
})
