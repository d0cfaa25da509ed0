import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { flagEditor } from '../support/flag-editor.ts'
import { limits, makeJsonFlag } from '../support/json-flags.ts'
import { findBarriers, sidewaysScroll, takePicture } from '../support/look.ts'

const dashboard = await startDashboard()
const { openFlag } = flagEditor(dashboard)

test('a click into JSON puts the cursor where it was, and a stroke of the mouse selects', async () => {
  await makeJsonFlag(dashboard, 'clicked', limits)
  const page = await openFlag('clicked', 'staging')
  const value = page.getByLabel('Default value')
  /** The position of a word on the screen: its middle and its width. */
  const placeOf = async (word: string, within: Locator = page.locator('.json-editor .row')) => {
    const box = await within.getByText(word, { exact: true }).boundingBox()
    if (!box) throw new Error(`${word} is not to be seen.`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width }
  }
  const figure = await placeOf('60')
  await page.mouse.click(figure.x, figure.y)
  await page.keyboard.type('5')
  await expect.poll(() => value.inputValue()).toContain('"perMinute": 650,')

  const burst = await placeOf('10')
  await page.mouse.dblclick(burst.x, burst.y)
  await page.keyboard.type('25')
  await expect.poll(() => value.inputValue()).toContain('"burst": 25,')

  const tier = await placeOf('"a"')
  await page.mouse.move(tier.x - tier.width / 2 + 1, tier.y)
  await page.mouse.down()
  await page.mouse.move(tier.x + tier.width / 2 - 1, tier.y, { steps: 3 })
  await page.mouse.up()
  await page.keyboard.type('"c"')
  await expect.poll(() => value.inputValue()).toContain('"tiers": [\n    "c",\n    "b"\n  ]')

  await page.getByRole('button', { name: 'Edit schema' }).click()
  const dialog = page.getByRole('dialog')
  const type = await placeOf('"integer"', dialog.locator('.json-editor .row').filter({ hasText: 'integer' }).first())
  await page.mouse.click(type.x, type.y)
  await page.keyboard.type('x')
  await dialog.getByText(/Line \d+ /).waitFor()
})

test('everybody can use JSON with problems, its changes, and a schema in a narrow window', async () => {
  await makeJsonFlag(dashboard, 'limits', limits)
  const page = await openFlag('limits', 'staging')
  const value = page.getByLabel('Default value')
  await value.fill('{\n  "perMinute": 1.5,\n  "burst": 0,\n  "tiers": ["a", "c", "b"]\n}')
  await page.getByText('Line 3 burst must be at least 1').waitFor()
  await takePicture(page, 'json-problems')
  expect(await findBarriers(page)).toEqual([])

  await value.fill('{ "perMinute": 60, "burst": 20, "tiers": ["a", "c", "b"] }')
  await page.getByRole('button', { name: 'Review diff' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Changes 1 member, adds 1').waitFor()
  await takePicture(page, 'json-diff')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Edit schema' }).click()
  await dialog.getByLabel('Schema', { exact: true }).fill('{ "properties": { "burst": { "maximum": 9 } } }')
  await dialog.getByText('Staging: The default: value at burst must be at most 9.').waitFor()
  await page.setViewportSize({ width: 400, height: 800 })
  await takePicture(page, 'schema-narrow')
  expect(await findBarriers(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})
