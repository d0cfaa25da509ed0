import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({
  seeded: true,
  members: { 'Ines Ferreira': 'editor', 'Vera Look': 'viewer' },
})

test('everybody can use the editor that proposes, and sees what waits', async () => {
  const page = await dashboard.openAs('Ines Ferreira', '/flags/loyalty-banner?env=production')
  await page.getByRole('textbox', { name: 'Share of rule 1, in percent' }).fill('25')
  await page.getByText('Production is protected').waitFor()
  await takePicture(page, 'flag-propose')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Propose change' }).click()
  await page.getByText('Your proposal is waiting').waitFor()
  await takePicture(page, 'flag-proposed')

  await goTo(page, '/flags/checkout-layout?env=production')
  await page.getByRole('textbox', { name: 'Share of rule 2, in percent' }).fill('77')
  await page.getByRole('button', { name: 'Discard' }).waitFor()
  await takePicture(page, 'flag-pending')
  await page.getByRole('button', { name: /your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByRole('dialog', { name: 'Sign out with unsaved changes?' }).waitFor()
  await takePicture(page, 'sign-out-draft')
})

test('everybody can use what a viewer sees, and keys choose and move nothing there', async () => {
  const page = await dashboard.openAs('Vera Look', '/flags/checkout-layout?env=staging')
  await page.getByText('You can look, not change').waitFor()
  // They see text rather than a form: nothing looks as if it could be edited.
  const attribute = page.getByLabel('Attribute of condition 1 of rule 1')
  expect(await attribute.evaluate((one) => getComputedStyle(one).borderTopColor)).toBe('rgba(0, 0, 0, 0)')
  await takePicture(page, 'flag-viewer')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: /^Move rule 1 of 2/ }).press('Space')
  await page.keyboard.press('ArrowDown')
  const operator = page.getByLabel('Operator of condition 1 of rule 1')
  await operator.press('ArrowDown')
  expect(await operator.inputValue()).toBe('ends_with')
  const slider = page.getByRole('slider', { name: 'Share of rule 2' })
  await slider.press('ArrowRight')
  expect(await slider.inputValue()).toBe('40')
  expect(await page.getByText(/unsaved/).count()).toBe(0)
})
