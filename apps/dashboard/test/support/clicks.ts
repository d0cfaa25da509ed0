import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { touch } from './desks.ts'
import { hasFocus } from './has-focus.ts'

type Counting = { pressed: number }

/** Counts real presses of the mouse in a page: keys and the page's own actions do not count. */
export const countClicks = async (page: Page) => {
  touch(page)
  await page.evaluate(() => {
    const counting: Counting = { pressed: 0 }
    Object.assign(window, { counting })
    const count = (event: PointerEvent) => {
      if (event.isTrusted && event.pointerType === 'mouse') counting.pressed += 1
    }
    window.addEventListener('pointerdown', count, true)
  })
  return () => page.evaluate(() => (window as unknown as { counting: Counting }).counting.pressed)
}

/** Also requires at least one click, which shows that clicks are counted. */
export const expectAtMost = async (most: number, clicks: () => Promise<number>): Promise<void> => {
  const counted = await clicks()
  expect(counted).toBeGreaterThan(0)
  expect(counted).toBeLessThanOrEqual(most)
}

/** Types into a field, which must have the focus already. */
export const typeInto = async (field: Locator, text: string): Promise<void> => {
  await hasFocus(field)
  await field.page().keyboard.type(text)
}
