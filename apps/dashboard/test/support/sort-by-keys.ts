import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What is told to whoever sorts without seeing it. */
const told = (page: Page): Promise<string | null> => page.locator('[id^=DndLiveRegion]').textContent()

/** Picks up what has the focus, moves it by a key from place to place (`1 of 3`), and puts it down. */
export const sortByKeys = async (
  page: Page,
  key: 'ArrowUp' | 'ArrowDown',
  places: readonly string[],
): Promise<void> => {
  const [first, ...others] = places
  await page.keyboard.press('Space')
  await expect.poll(() => told(page)).toBe(`It is at place ${first}.`)
  // It listens to keys from the next timer on, and a key may be faster.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  for (const place of others) {
    await page.keyboard.press(key)
    await expect.poll(() => told(page)).toBe(`It is at place ${place}.`)
  }
  await page.keyboard.press('Space')
}
