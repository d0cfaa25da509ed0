import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findBarriers, sidewaysScroll, takePicture } from '../support/look.ts'
import { changeNeeds, tryLive, wholeModel } from '../support/whole-model.ts'

const dashboard = await startDashboard()
const { openWhole } = await wholeModel(dashboard)

test('it fits a narrow window, and everybody can use it', async () => {
  const page = await openWhole('looked-at', { width: 400, theme: 'dark' })
  await takePicture(page, 'whole-model-narrow')
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await changeNeeds(page)
  await takePicture(page, 'whole-model-needs')
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'whole-model')
  expect(await findBarriers(page)).toEqual([])
  await tryLive(page)
  await takePicture(page, 'whole-model-try-it')
  expect(await findBarriers(page)).toEqual([])
})

test('what was added keeps the focus where its menu closes late', async () => {
  const page = await openWhole('added-quickly')
  await page.getByRole('button', { name: 'Add to group 2.3 of rule 1' }).evaluate(async (button: HTMLElement) => {
    const press = (on: HTMLElement | null) =>
      on?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    const menu = () => document.querySelector('.menu')
    press(button)
    // Picks an item before the menu was drawn: then the menu stays until its animation has ended.
    for (let open = menu(); !open || getComputedStyle(open).animationName === 'none'; open = menu()) await undefined
    const { setTimeout } = window
    const held: (() => void)[] = []
    Object.assign(window, { setTimeout: (run: () => void) => held.push(run) })
    press(menu()?.querySelector<HTMLElement>('.menu-item') ?? null)
    const before = held.length
    await new Promise<void>((resolve) => {
      const look = () => (menu() || held.length === before ? requestAnimationFrame(look) : resolve())
      look()
    })
    // Like the late timers of a busy machine: the menu is gone and about to return the focus.
    for (const run of held) run()
    Object.assign(window, { setTimeout })
  })
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(focused).toBe('Attribute of condition 2.3.3 of rule 1')
})
