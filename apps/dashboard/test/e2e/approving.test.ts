import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'
import { inProduction, pilot, tablet } from '../support/proposals.ts'

const dashboard = await startDashboard({ seeded: true, members: { 'Maya Okafor': 'editor' } })
const { newFlag, propose } = inProduction(dashboard)
await newFlag('narrow-layout', 'Narrow layout')
const { id } = await propose('narrow-layout', 2, pilot(40), tablet(true))

test('a proposal is approved from the list in every window', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/proposals')
  await page.getByRole('button', { name: 'Approve the change to Narrow layout in Production' }).click()
  await page.getByRole('dialog', { name: 'Approve the change to Narrow layout?' }).waitFor()
  expect(await findProblems(page, 'approve-here')).toEqual([])
})

test('on a phone the buttons of a review stay in view, whatever of it is read', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/flags', { width: 400, height: 640 })
  await goTo(page, `/proposals/${id}`)
  const approve = page.getByRole('button', { name: 'Approve as version 3' })
  await approve.waitFor()
  const bottomOf = async () => {
    const box = await approve.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  expect(await bottomOf()).toBeLessThanOrEqual(640)
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'review-bar')
  await page.mouse.wheel(0, 5_000)
  await page.getByText('Can review').waitFor()
  expect(await bottomOf()).toBeLessThanOrEqual(640)
  // At the end of the page, nothing is covered by the buttons.
  const bar = await page.locator('.decide').boundingBox()
  const lastBottom = () =>
    page.locator('.inspector').evaluate((inspector) => {
      const below = [...inspector.querySelectorAll('dl, section:not(.review)')].at(-1)
      return below?.getBoundingClientRect().bottom ?? 0
    })
  await expect.poll(lastBottom).toBeLessThanOrEqual(bar?.y ?? 0)
  await approve.click()
  await page.getByRole('heading', { name: 'You approved this' }).waitFor()
})
