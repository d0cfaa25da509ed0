import type { Locator } from 'playwright-core'
import { vi } from 'vitest'

/**
 * Hovers until the tooltip has the text. A single move may be lost if the element moves away under the pointer, or if
 * the tooltip of the previous element still holds it.
 */
export const seeTip = async (on: Locator, says: string | RegExp): Promise<void> => {
  const page = on.page()
  await vi.waitFor(async () => {
    await page.mouse.move(0, 0)
    await on.hover()
    // After this timeout it hovers again.
    await page.getByRole('tooltip', { name: says }).waitFor({ timeout: 10_000 })
  })
}
