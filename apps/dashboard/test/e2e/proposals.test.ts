import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'
import { at, inProduction, pilot, tablet } from '../support/proposals.ts'
import { seeTip } from '../support/tip.ts'

const dashboard = await startDashboard({ seeded: true, members: { 'Maya Okafor': 'editor' } })
const { newFlag, propose, proposeElsewhere } = inProduction(dashboard)
const wide = { width: 1280, height: 800 }

for (const key of ['layout-a', 'layout-b', 'layout-c']) await newFlag(key)

test('everybody can use an empty inbox, what was rejected, and what they proposed themselves and amend', async () => {
  await propose('layout-a', 2, pilot(50), tablet(false))
  const page = await dashboard.open('/proposals')
  await page.getByRole('link', { name: /to 50/ }).click()
  await page.getByLabel('Note').fill('Not before Monday.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await at(page, 'You rejected this').waitFor()
  await goTo(page, '/proposals')
  await at(page, 'Nothing waits for you').waitFor()
  await takePicture(page, 'proposals-none')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('radio', { name: 'Rejected' }).click()
  await page.getByRole('link', { name: /Rejected by you.*Not before Monday/ }).waitFor()
  await takePicture(page, 'proposals-rejected')
  expect(await findBarriers(page)).toEqual([])

  await goTo(page, '/flags/layout-c?env=production')
  const share = page.getByRole('textbox', { name: 'Share of rule 1, in percent' })
  await share.fill('40')
  await page.getByRole('button', { name: 'Propose change' }).click()
  await page.getByRole('button', { name: 'See it' }).click()
  await at(page, 'Your proposal').waitFor()
  await page.getByText(/Maya Okafor.* can approve/).waitFor()
  await seeTip(
    page.getByRole('button', { name: 'Approve as version 3' }),
    'Nobody approves their own, admins included.',
  )
  await takePicture(page, 'proposal-own')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Amend' }).click()
  // The editor shows the proposed config, not the live one.
  await expect.poll(() => share.inputValue()).toBe('40')
  await share.fill('30')
  await page.getByRole('button', { name: 'Propose in its place' }).waitFor()
  await takePicture(page, 'proposal-amend')
  expect(await findBarriers(page)).toEqual([])
})

test('the inbox and what waits there fit every window, and everybody can review it', async () => {
  const stale = await propose('layout-a', 1, pilot(25), tablet(true))
  const fresh = await propose('layout-b', 2, pilot(40), tablet(false))
  await proposeElsewhere()
  const page = await dashboard.open('/proposals')
  await page
    .getByRole('region', { name: /In .*Elsewhere/ })
    .getByRole('link')
    .waitFor()
  expect(await findProblems(page, 'proposals-inbox')).toEqual([])

  await goTo(page, `/proposals/${stale.id}`)
  await page.getByText('Undoes version 2').waitFor()
  expect(await findProblems(page, 'proposal')).toEqual([])
  await page.setViewportSize(wide)
  await page.getByRole('radio', { name: 'JSON' }).click()
  await page.getByText('"rolloutPercentage": 25').waitFor()
  await takePicture(page, 'proposal-json')
  expect(await findBarriers(page)).toEqual([])

  await goTo(page, `/proposals/${fresh.id}`)
  await page.getByText(/Rollout from 10\s% to 40\s%/).waitFor()
  await page.getByLabel('Note').fill('Looks right.\n<b>Watch</b> the errors.')
  await takePicture(page, 'proposal-review')
  await page.getByRole('button', { name: 'Approve as version 3' }).click()
  await at(page, 'You approved this').waitFor()
  await takePicture(page, 'proposal-approved')
  expect(await findBarriers(page)).toEqual([])
})
