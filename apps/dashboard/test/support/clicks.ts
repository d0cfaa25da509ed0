import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { touch } from './desks.ts'
import { hasFocus } from './has-focus.ts'

type Counting = { pressed: number }

/** Counts what the mouse really pressed in a page: keys, and what the page does by itself, are no clicks. */
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

/** That there were clicks at all shows that they are counted. */
export const expectAtMost = async (most: number, clicks: () => Promise<number>): Promise<void> => {
  const counted = await clicks()
  expect(counted).toBeGreaterThan(0)
  expect(counted).toBeLessThanOrEqual(most)
}

/** Types into the field that the page put the focus into. */
export const typeInto = async (field: Locator, text: string): Promise<void> => {
  await hasFocus(field)
  await field.page().keyboard.type(text)
}
