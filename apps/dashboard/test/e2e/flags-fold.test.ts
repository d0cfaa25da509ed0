import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { openFlags } from '../support/flags-table.ts'
import { hasFocus } from '../support/has-focus.ts'
import { findBarriers, takePicture } from '../support/look.ts'
import { addManyEnvironments } from '../support/many-environments.ts'

const dashboard = await startDashboard({ seeded: true })
await addManyEnvironments(dashboard)

const openCheckout = async (width = 1440) => {
  const page = await openFlags(dashboard, '?q=checkout')
  await page.setViewportSize({ width, height: 800 })
  return { page, fold: page.getByRole('button', { name: 'more environments of Checkout layout' }) }
}

test('what is folded away opens under the pointer, and closes when that leaves', async () => {
  const { page, fold } = await openCheckout()
  expect(await fold.innerText()).toContain('+15')
  await fold.hover()
  const card = page.getByRole('group', { name: 'Checkout layout in 20 environments' })
  await card.getByRole('heading', { name: 'Rolled out in part, or rules decide 2' }).waitFor()
  expect(await card.getByRole('link').count()).toBe(20)
  await page.getByRole('heading', { name: 'Flags', exact: true }).hover()
  await card.waitFor({ state: 'detached' })
  await fold.hover()
  // The card stays open while the pointer moves from the button to it.
  await card.getByRole('link', { name: 'Canary' }).hover()
  await card.getByRole('link', { name: 'Canary' }).click()
  await page.waitForURL('**/flags/checkout-layout?env=canary')
})

test('by keyboard it shows on focus, Enter goes in, and Esc comes back', async () => {
  const { page, fold } = await openCheckout()
  await page.getByRole('button', { name: /^Production: / }).focus()
  await page.keyboard.press('Tab')
  await hasFocus(fold)
  const shown = page.getByRole('group', { name: 'Checkout layout in 20 environments' })
  await shown.waitFor()
  await page.keyboard.press('Tab')
  await shown.waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'Checkout layout in 20 environments' })
  await hasFocus(card.getByRole('link', { name: 'Development' }))
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'flags-fold')
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await hasFocus(fold)
})

test('e opens the environments of the row, and each leads to the flag in it', async () => {
  const { page } = await openCheckout()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  const card = page.getByRole('dialog', { name: 'Checkout layout in 20 environments' })
  await hasFocus(card.getByRole('link', { name: 'Development' }))
  await card.getByRole('link', { name: /^Staging 40\s%$/ }).click()
  await page.waitForURL('**/flags/checkout-layout?env=staging')
})

test('in a narrow window production is in view, and the others come from below', async () => {
  const { page, fold } = await openCheckout(400)
  expect(await fold.innerText()).toContain('+19')
  await fold.click()
  const card = page.getByRole('dialog', { name: 'Checkout layout in 20 environments' })
  await hasFocus(card.getByRole('link', { name: 'Development' }))
  await card.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)))
  const place = await card.boundingBox()
  expect(place && [place.x, place.width, place.y + place.height]).toEqual([0, 400, 800])
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'flags-fold-narrow')
})
