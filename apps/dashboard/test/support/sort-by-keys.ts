import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the dragged item is at a position, as announced to screen readers (`1 of 3`). */
export const isAtPlace = (page: Page, place: string): Promise<void> =>
  expect.poll(() => page.locator('[id^=DndLiveRegion]').textContent()).toBe(`It is at place ${place}.`)

/** Picks up the focused item, moves it by a key from position to position (`1 of 3`), and drops it. */
export const sortByKeys = async (
  page: Page,
  key: 'ArrowUp' | 'ArrowDown',
  places: readonly [string, ...string[]],
): Promise<void> => {
  const [first, ...others] = places
  await page.keyboard.press('Space')
  await isAtPlace(page, first)
  // It listens to keys only from the next timer on, and a key press may be faster.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  for (const place of others) {
    await page.keyboard.press(key)
    await isAtPlace(page, place)
  }
  await page.keyboard.press('Space')
}
