import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, takePicture } from '../support/look.ts'
import { attribute } from '../support/try-it.ts'

const dashboard = await startDashboard({ seeded: true })

test('everybody can use the answers to one context, why they are so, and the contexts to choose from', async () => {
  const page = await dashboard.open('/person')
  await attribute(page, 'userId').fill('u-7')
  await attribute(page, 'email').fill('ada@northpier.example')
  await page.getByRole('button', { name: /^Production: one-page .*Staff/ }).waitFor()
  await takePicture(page, 'person')
  expect(await findBarriers(page)).toEqual([])
  // Any position in the cell works, not only its text.
  const cell = page
    .getByRole('row', { name: /Loyalty points banner/ })
    .getByRole('cell')
    .first()
  const { width = 0, height = 0 } = (await cell.boundingBox()) ?? {}
  await cell.click({ position: { x: width - 4, y: height - 4 } })
  const why = page.getByRole('dialog', { name: /^Why Loyalty points banner answers this in Production/ })
  await why.getByText(/bucket/).waitFor()
  await takePicture(page, 'person-why')
  expect(await findBarriers(page)).toEqual([])
  await why.getByRole('link', { name: 'Open in Try it' }).click()

  await page.getByRole('heading', { name: 'Try it', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Contexts' }).click()
  await page.getByRole('button', { name: 'Name and share this' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Dutch customer')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await goTo(page, '/flags/gift-cards')
  await page.getByRole('heading', { name: 'Gift cards', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Contexts' }).click()
  await page.getByRole('list', { name: 'Tried lately' }).waitFor()
  await page.getByRole('button', { name: /^Dutch customer/ }).waitFor()
  await takePicture(page, 'contexts')
  expect(await findBarriers(page)).toEqual([])
})
