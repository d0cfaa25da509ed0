import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { hasFocus } from '../support/has-focus.ts'
import { findBarriers, takePicture } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true, members: { 'Ines Ferreira': 'editor' } })

test('everybody can use the palette, its second step, what it asks before it proposes, and the list of keys', async () => {
  const page = await dashboard.openAs('Ines Ferreira', '/flags')
  await page.getByRole('link', { name: 'Checkout layout' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await field.fill('audit')
  await page.getByRole('option', { name: 'Audit log' }).waitFor()
  await takePicture(page, 'palette')
  expect(await findBarriers(page)).toEqual([])
  await field.fill('check')
  await page.getByRole('img', { name: /^Production: on, rules decide/ }).waitFor()
  await takePicture(page, 'palette-flags')
  expect(await findBarriers(page)).toEqual([])

  await field.fill('layout off')
  await page.getByRole('option', { name: /Turn Checkout layout on or off/ }).click()
  const inProduction = page.getByRole('option', { name: /in Production.*is proposed: protected/ })
  await inProduction.waitFor()
  await takePicture(page, 'palette-turn')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await field.fill('turn holiday')
  await page.getByRole('option', { name: /Turn Holiday hero on or off/ }).click()
  await inProduction.click()
  await page.getByRole('dialog', { name: /Propose to turn/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Filter the flags').waitFor()
  await takePicture(page, 'keys')
  expect(await findBarriers(page)).toEqual([])
})

test('what is typed right after the first Ctrl K is searched for, however late the palette is', async () => {
  const page = await dashboard.open('//healthz')
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/palette-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto(`${dashboard.url}/projects/${dashboard.projectId}/flags`)
  const link = page.getByRole('main').getByRole('link', { name: 'Checkout layout' })
  await link.waitFor()
  await page.keyboard.press('/')
  const filter = page.getByLabel('Find by any words')
  await hasFocus(filter)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('exp')
  expect(await page.getByRole('textbox', { name: 'Search or jump to' }).inputValue()).toBe('exp')
  await page.keyboard.press('Escape')
  await hasFocus(filter)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('audi')
  code.resolve()
  await page.getByRole('option', { name: 'Audit log' }).waitFor()
  await page.keyboard.type('t')
  expect(await page.getByRole('combobox').inputValue()).toBe('audit')
  await page.keyboard.press('Escape')
  await hasFocus(filter)
  expect(await filter.inputValue()).toBe('')
})
