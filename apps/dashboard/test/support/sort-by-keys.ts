import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Until what is being sorted is there, as it is told to people who do not see it (`1 of 3`). */
export const isAtPlace = (page: Page, place: string): Promise<void> =>
  expect.poll(() => page.locator('[id^=DndLiveRegion]').textContent()).toBe(`It is at place ${place}.`)

/** Picks up what has the focus, moves it by a key from place to place (`1 of 3`), and puts it down. */
export const sortByKeys = async (
  page: Page,
  key: 'ArrowUp' | 'ArrowDown',
  places: readonly [string, ...string[]],
): Promise<void> => {
  const [first, ...others] = places
  await page.keyboard.press('Space')
  await isAtPlace(page, first)
  // It listens to keys from the next timer on, and a key may be faster.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  for (const place of others) {
    await page.keyboard.press(key)
    await isAtPlace(page, place)
  }
  await page.keyboard.press('Space')
}
