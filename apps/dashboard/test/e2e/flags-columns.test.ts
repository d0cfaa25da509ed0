import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { openFlags } from '../support/flags-table.ts'
import { hasFocus } from '../support/has-focus.ts'
import { findBarriers, takePicture } from '../support/look.ts'
import { addManyEnvironments } from '../support/many-environments.ts'
import { isAtPlace, sortByKeys } from '../support/sort-by-keys.ts'

const dashboard = await startDashboard({ seeded: true })
await addManyEnvironments(dashboard)

test('c opens the columns, and keys put them into order: the last one gives way first', async () => {
  const page = await openFlags(dashboard)
  const headsIn = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    return (await page.getByRole('columnheader').allTextContents()).slice(3, -1)
  }
  expect(await headsIn(1440)).toEqual(['Production', 'Last change', 'Asked a day', 'Type'])
  expect(await headsIn(1160)).toEqual(['Last change', 'Asked a day'])
  await page.keyboard.press('c')
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('button', { name: 'Move Type' }).focus()
  await sortByKeys(page, 'ArrowUp', ['4 of 9', '3 of 9', '2 of 9', '1 of 9'])
  await expect.poll(() => headsIn(1440)).toEqual(['Type', 'Production', 'Last change', 'Asked a day'])
  expect(await headsIn(1160)).toEqual(['Type', 'Production'])
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'flags-columns')

  // While a column is being moved, the first Escape puts it back, and the next one closes.
  await page.keyboard.press('Space')
  await isAtPlace(page, '1 of 9')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await page.keyboard.press('ArrowDown')
  await isAtPlace(page, '2 of 9')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('[id^=DndLiveRegion]').textContent()).toBe('It is put back at place 1 of 9.')
  await chooser.waitFor()
  await page.keyboard.press('Escape')
  await chooser.waitFor({ state: 'detached' })
  await hasFocus(page.getByRole('button', { name: 'Columns' }))
})

test('a column is dragged, and in a narrow window the chooser comes from below', async () => {
  const page = await openFlags(dashboard)
  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  const grip = await chooser.getByRole('button', { name: 'Move Type' }).boundingBox()
  const target = await chooser.getByRole('button', { name: 'Move Production, in words' }).boundingBox()
  if (!grip || !target) throw new Error('The columns are not to be seen.')
  await page.mouse.move(grip.x + 10, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x + 10, grip.y - 10, { steps: 3 })
  await page.mouse.move(grip.x + 10, target.y + 10, { steps: 8 })
  // If it were dropped before its new position is known, it would go back.
  await isAtPlace(page, '1 of 9')
  await page.mouse.up()
  await expect
    .poll(async () => (await page.getByRole('columnheader').allTextContents()).slice(3, -1))
    .toEqual(['Type', 'Production', 'Last change'])
  await page.setViewportSize({ width: 400, height: 800 })
  const place = await chooser.boundingBox()
  expect(place && [place.x, place.width, place.y + place.height]).toEqual([0, 400, 800])
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'flags-columns-narrow')
})
